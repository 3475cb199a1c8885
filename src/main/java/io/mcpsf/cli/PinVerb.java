package io.mcpsf.cli;

import io.mcpsf.report.change.ToolLock;
import io.mcpsf.text.Printable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code pin CASE}: keeps the tools of a server as they are now. */
record PinVerb(Console console) implements Verb {

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                CommandOptions.command(
                        "pin",
                        "Pins the tool definitions of a case in a lock file, for mcpsf verify.");
        spec.addPositional(CommandOptions.word("CASE", "1", KnownCase.WORD));
        return spec.addOption(LockFile.option());
    }

    @Override
    public int run(ParseResult words) {
        KnownCase known = KnownCase.of(CommandOptions.first(words));
        LockFile file = LockFile.of(words);
        ToolLock lock = file.there() ? file.read() : ToolLock.empty();
        int tools = lock.pin(known.evidence());
        file.write(lock);
        console.out()
                .println(
                        Printable.line(
                                "pinned %d tool definitions of %s in %s"
                                        .formatted(
                                                tools,
                                                known.evidence().file().subject().name(),
                                                file.path())));
        return ExitCode.FINE;
    }
}
