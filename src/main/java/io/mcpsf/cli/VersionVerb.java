package io.mcpsf.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code version}. {@link Main} answers the plain form itself, before anything is loaded. */
record VersionVerb(Console console, String version) implements Verb {

    @Override
    public CommandSpec spec() {
        return CommandOptions.command("version", "Shows the version.");
    }

    @Override
    public int run(ParseResult words) {
        console.out().println("mcpsf " + version);
        return ExitCode.FINE;
    }
}
