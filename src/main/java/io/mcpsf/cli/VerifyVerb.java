package io.mcpsf.cli;

import io.mcpsf.model.Evidence;
import io.mcpsf.report.change.CaseDiff;
import io.mcpsf.report.change.ToolLock;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.text.Printable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import java.nio.file.Path;
import java.util.List;

/** {@code verify CASE}: whether the tools of a server are still those that were pinned. */
record VerifyVerb(Console console) implements Verb {

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                CommandOptions.command(
                        "verify", "Checks that the tools of a case still match the lock file.");
        spec.addPositional(CommandOptions.word("CASE", "1", KnownCase.WORD));
        spec.addOption(LockFile.option());
        spec.addOption(CommandOptions.colour());
        spec.usageMessage().footer("", "Exit codes: 0 unchanged, 1 changed, 2 usage");
        return spec;
    }

    @Override
    public int run(ParseResult words) {
        var style =
                new Style(
                        console.outScreen(
                                CommandOptions.choice(words, "--color", CommandOptions.COLOURS)));
        Evidence evidence = KnownCase.of(CommandOptions.first(words)).evidence();
        LockFile file =
                LockFile.against(
                        words, evidence.file().subject().source(), Path.of("").toAbsolutePath());
        ToolLock lock = file.read();
        String name = evidence.file().subject().name();
        if (!lock.knows(name)) {
            throw new UsageException(
                    name + " is not pinned", file.path() + " does not list it", "mcpsf pin CASE");
        }
        List<CaseDiff.Change> changes = lock.verify(evidence);
        changes.forEach(change -> console.out().println(DiffVerb.change(style, change)));
        if (changes.isEmpty()) {
            console.out().println(Printable.line(name + ": all tools match the lock file"));
        }
        return changes.isEmpty() ? ExitCode.FINE : ExitCode.FINDINGS;
    }
}
