package io.mcpsf.cli;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code generate-completion}: a script that bash and zsh can source. */
record CompletionVerb(Console console, CommandLine commands) implements Verb {

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                Words.command(
                        "generate-completion",
                        "Prints shell completion for bash and zsh: source <(mcpsf"
                                + " generate-completion)");
        return spec;
    }

    @Override
    public int run(ParseResult words) {
        console.out().print(AutoComplete.bash("mcpsf", commands));
        return ExitCode.FINE;
    }
}
