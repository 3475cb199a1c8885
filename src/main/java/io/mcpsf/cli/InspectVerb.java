package io.mcpsf.cli;

import io.mcpsf.model.CaseFile;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import java.util.List;
import java.util.function.LongSupplier;

/** {@code inspect SOURCE}: reads a server's code and dependencies without starting anything. */
record InspectVerb(Console console, Ports ports, LongSupplier seeds) implements Verb {

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                CommandOptions.command(
                        "inspect",
                        "Reads the code, packages and manifest of a server. Starts and installs"
                                + " nothing.");
        spec.addPositional(
                CommandOptions.word(
                        "SOURCE", "0..1", "A folder, package, repository or archive, as assess."));
        AssessOptions.origin(spec);
        AssessOptions.looking(spec);
        Results.declare(spec);
        spec.usageMessage()
                .footer(
                        "",
                        "What a server does is only seen when it runs: the verdict is INCONCLUSIVE"
                                + " unless the",
                        "package is known to be malicious. Findings count for --fail-on.");
        return spec;
    }

    @Override
    public int run(ParseResult words) throws InterruptedException {
        return new AssessVerb(console, ports, seeds).run(words, List.of(), CaseFile.INSPECTED);
    }
}
