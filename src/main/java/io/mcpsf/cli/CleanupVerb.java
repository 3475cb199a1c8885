package io.mcpsf.cli;

import io.mcpsf.text.Printable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import java.util.List;

/** {@code cleanup}: removes what a killed run left, and only that. */
record CleanupVerb(Console console, Ports ports) implements Verb {

    @Override
    public CommandSpec spec() {
        return CommandOptions.command(
                "cleanup", "Removes what a killed run left behind, and nothing else.");
    }

    @Override
    public int run(ParseResult words) {
        List<String> removed = ports.cleanup().get();
        removed.forEach(thing -> console.out().println("removed " + Printable.line(thing)));
        if (removed.isEmpty()) {
            console.out().println("nothing was left behind");
        }
        return ExitCode.FINE;
    }
}
