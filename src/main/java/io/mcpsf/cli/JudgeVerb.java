package io.mcpsf.cli;

import io.mcpsf.model.Judgement;
import io.mcpsf.report.Report;
import io.mcpsf.report.form.ReportFiles;
import io.mcpsf.store.CaseFolder;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import java.nio.file.Path;
import java.util.Map;

/** {@code judge CASE}: the evidence of an old case under the rules of today. */
record JudgeVerb(Console console, Ports ports) implements Verb {

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                CommandOptions.command(
                        "judge", "Re-evaluates the evidence of a case with the current rules.");
        spec.addPositional(CommandOptions.word("CASE", "1", KnownCase.WORD));
        spec.addOption(CommandOptions.flag("Replaces the reports in the case folder.", "--write"));
        Results.declare(spec);
        return spec;
    }

    @Override
    public int run(ParseResult words) {
        Results results = Results.read(words);
        KnownCase known = KnownCase.of(CommandOptions.first(words));
        Judgement judgement = ports.judging().apply(known.evidence());
        Report report =
                results.review(Report.of(known.evidence(), judgement, ports.rules().get()), ports);
        boolean written = words.hasMatchedOption("--write");
        if (written) {
            write(known.file(), ReportFiles.of(report));
        }
        Path folder = known.file().toAbsolutePath().getParent();
        return results.tell(console, report, written ? OutputFolder.shown(folder) : "");
    }

    /** A case may be a stranger's: links in it are replaced, and never written through. */
    static void write(Path beside, Map<String, byte[]> files) {
        Path folder = beside.toAbsolutePath().normalize().getParent();
        var known = new CaseFolder("", folder == null ? Path.of("/") : folder);
        files.forEach(known::write);
    }
}
