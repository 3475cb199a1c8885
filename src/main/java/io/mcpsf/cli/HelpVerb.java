package io.mcpsf.cli;

import io.mcpsf.run.request.UsageException;
import io.mcpsf.text.Spelling;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code help [COMMAND]}. */
record HelpVerb(Console console, CommandLine commands) implements Verb {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandOptions.command("help", "Explains a command.");
        spec.addPositional(CommandOptions.word("COMMAND", "0..1", "The command to explain."));
        return spec;
    }

    @Override
    public int run(ParseResult words) {
        String name = CommandOptions.first(words);
        CommandLine command = name.isEmpty() ? commands : commands.getSubcommands().get(name);
        if (command == null) {
            String meant =
                    Spelling.nearest(name, commands.getSubcommands().keySet())
                            .map(near -> "did you mean %s? ".formatted(near))
                            .orElse("");
            throw new UsageException(
                    "unknown command: " + name,
                    "mcpsf has no command with this name",
                    meant + "mcpsf help lists all commands");
        }
        command.usage(console.out(), CommandLine.Help.Ansi.OFF);
        return ExitCode.FINE;
    }
}
