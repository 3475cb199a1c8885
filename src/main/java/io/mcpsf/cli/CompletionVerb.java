package io.mcpsf.cli;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import java.util.List;

/** {@code generate-completion [SHELL]}: a script that the shell reads when it starts. */
record CompletionVerb(Console console, CommandLine commands) implements Verb {

    private static final List<String> SHELLS = List.of("bash", "zsh", "fish");

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                CommandOptions.command(
                        "generate-completion", "Prints shell completion for bash, zsh or fish.");
        spec.addPositional(CommandOptions.word("SHELL", "0..1", "bash (default), zsh or fish."));
        spec.usageMessage()
                .footer(
                        "",
                        "  bash: source <(mcpsf generate-completion)",
                        "  zsh:  source <(mcpsf generate-completion zsh)",
                        "  fish: mcpsf generate-completion fish | source");
        return spec;
    }

    @Override
    public int run(ParseResult words) {
        String shell = CommandOptions.oneOf("shell", CommandOptions.first(words), SHELLS);
        console.out()
                .print(
                        switch (shell) {
                            case "zsh" -> ShellCompletion.zsh(commands);
                            case "fish" -> ShellCompletion.fish(commands);
                            default -> AutoComplete.bash("mcpsf", commands);
                        });
        return ExitCode.FINE;
    }
}
