package io.mcpsf.cli;

import io.mcpsf.model.Verdict;
import io.mcpsf.policy.BadPolicyException;
import io.mcpsf.policy.MergedPolicy;
import io.mcpsf.policy.PolicyLayer;
import io.mcpsf.policy.PolicyWords;
import io.mcpsf.report.Report;
import io.mcpsf.report.profile.Profiles;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.text.Printable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code policy explain|check FILE}, {@code policy from-case CASE}. */
record PolicyVerb(Console console, Ports ports) implements Verb {

    private static final List<String> ACTS = List.of("explain", "check", "from-case");

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                Words.command(
                        "policy",
                        "Explains or checks a policy file, or proposes one from an assessment.");
        spec.addPositional(Words.word("ACT", "1", "explain, check or from-case."));
        spec.addPositional(
                Words.second(
                        "FILE|CASE",
                        "A policy file or the name of a preset (%s); for from-case, a case."
                                .formatted(String.join(", ", PolicyLayer.PRESETS))));
        spec.usageMessage().footer("", "Exit codes: 0 the policy is fine, 2 every fault is listed");
        return spec;
    }

    @Override
    public int run(ParseResult words) {
        String act = Words.first(words);
        String what = Words.second(words);
        return switch (act) {
            case "explain" -> explain(what);
            case "check" -> check(what);
            case "from-case" -> propose(what);
            default ->
                    throw new UsageException(
                            "unknown action: policy " + act,
                            "there are " + String.join(", ", ACTS),
                            "mcpsf help policy");
        };
    }

    private int explain(String word) {
        PolicyWords.explain(merged(word)).forEach(this::say);
        return ExitCode.FINE;
    }

    private int check(String word) {
        merged(word);
        say(word + " is a valid policy; mcpsf policy explain " + word + " says what it allows");
        return ExitCode.FINE;
    }

    private MergedPolicy merged(String word) {
        try {
            PolicyLayer layer =
                    PolicyLayer.PRESETS.contains(word) && !Files.exists(Path.of(word))
                            ? PolicyLayer.preset(word)
                            : PolicyLayer.read(word, bytes(word));
            return MergedPolicy.of(List.of(layer));
        } catch (BadPolicyException e) {
            var faults = new ArrayList<String>();
            e.faults().forEach(fault -> faults.add(fault.toString()));
            faults.forEach(fault -> console.err().println(Printable.line("  - " + fault)));
            throw new UsageException(
                    "%s is no valid policy".formatted(word),
                    faults.size() == 1 ? "one fault, above" : faults.size() + " faults, above",
                    "docs/policy.md has every key with an example");
        }
    }

    private static byte[] bytes(String word) {
        try {
            return Files.readAllBytes(Path.of(word));
        } catch (IOException | IllegalArgumentException e) {
            throw new UsageException(
                    "cannot read " + word,
                    String.valueOf(e.getMessage()),
                    "give a policy file, or one of " + String.join(", ", PolicyLayer.PRESETS));
        }
    }

    private int propose(String word) {
        KnownCase known = KnownCase.of(word);
        Report report =
                Report.of(
                        known.evidence(),
                        ports.judging().apply(known.evidence()),
                        ports.rules().get());
        if (report.judgement().verdict() == Verdict.MALICIOUS) {
            throw new UsageException(
                    "no policy is proposed for this case",
                    "its verdict is MALICIOUS: no limits make it worth running",
                    "see report.html in the case folder");
        }
        console.out().print(new Profiles(report).policy());
        return ExitCode.FINE;
    }

    private void say(String line) {
        console.out().println(Printable.line(line));
    }
}
