package io.mcpsf.cli;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.report.Report;
import io.mcpsf.run.UsageException;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** {@code judge CASE}: the evidence of an old case under the rules of today. */
record JudgeVerb(Console console, Ports ports) implements Verb {

    private static final String EVIDENCE = "evidence.jsonl";

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                Words.command(
                        "judge", "Judges the evidence of a case again, by the rules of today.");
        spec.addPositional(
                Words.word(
                        "CASE",
                        "1",
                        "A case folder, its evidence.jsonl, or an id below ./reports."));
        spec.addOption(Words.flag("Replaces the reports in the case folder.", "--write"));
        Results.declare(spec);
        return spec;
    }

    @Override
    public int run(ParseResult words) {
        Results results = Results.read(words);
        Path file = find(Words.first(words));
        Evidence evidence = read(file);
        Judgement judgement = ports.judging().apply(evidence);
        List<RuleInfo> rules = ports.rules().get();
        boolean written = words.hasMatchedOption("--write");
        if (written) {
            write(file, Report.of(evidence, judgement, rules).files());
        }
        return results.tell(
                console,
                evidence,
                judgement,
                rules,
                written ? AssessVerb.shown(file.toAbsolutePath().getParent()) : "");
    }

    private static Path find(String word) {
        try {
            return Stream.of(Path.of(word), Path.of("reports", word))
                    .flatMap(path -> Stream.of(path, path.resolve(EVIDENCE)))
                    .filter(Files::isRegularFile)
                    .findFirst()
                    .orElseThrow(() -> noCase(word));
        } catch (InvalidPathException e) {
            throw noCase(word);
        }
    }

    private static UsageException noCase(String word) {
        return new UsageException(
                "there is no case " + word,
                "neither it nor reports/ has an " + EVIDENCE + " by that name",
                "mcpsf judge reports/latest");
    }

    private static Evidence read(Path file) {
        try (var reader = Files.newBufferedReader(file)) {
            return EvidenceFormat.read(reader);
        } catch (IOException | BadJsonException e) {
            throw new UsageException(
                    "cannot read " + file, String.valueOf(e.getMessage()), "is it whole and ours?");
        }
    }

    private static void write(Path beside, Map<String, byte[]> files) {
        files.forEach(
                (name, bytes) -> {
                    try {
                        Path file = beside.resolveSibling(name).toAbsolutePath();
                        Files.createDirectories(file.getParent());
                        Files.write(file, bytes);
                    } catch (IOException e) {
                        throw new UncheckedIOException(
                                "cannot write " + beside.resolveSibling(name), e);
                    }
                });
    }
}
