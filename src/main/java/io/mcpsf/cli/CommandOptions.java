package io.mcpsf.cli;

import io.mcpsf.run.request.UsageException;
import io.mcpsf.text.Spelling;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

import java.util.List;

/** Small pieces that commands are declared with. Nothing here is found by reflection. */
final class CommandOptions {

    static final List<String> COLOURS = List.of("auto", "always", "never");

    private CommandOptions() {}

    static CommandSpec command(String name, String description) {
        CommandSpec spec = CommandSpec.create().name(name);
        spec.usageMessage().description(description).abbreviateSynopsis(false).width(96);
        spec.usageMessage().sortOptions(false);
        spec.addOption(
                OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("Shows this help.")
                        .build());
        return spec;
    }

    static OptionSpec flag(String description, String... names) {
        return OptionSpec.builder(names).description(description).build();
    }

    static OptionSpec option(String label, String description, String... names) {
        return OptionSpec.builder(names)
                .arity("1")
                .type(String.class)
                .paramLabel(label)
                .description(description)
                .build();
    }

    /**
     * Takes the next word even if it looks like an option of ours: it is meant for somebody else.
     */
    static OptionSpec passed(String label, String description, String... names) {
        return OptionSpec.builder(names)
                .arity("1")
                .type(String.class)
                .paramLabel(label)
                .description(description)
                .parameterConsumer(
                        (words, option, command) -> {
                            if (words.isEmpty()) {
                                throw new ParameterException(
                                        command.commandLine(),
                                        "Missing required parameter for option '%s' (%s)"
                                                .formatted(names[0], label));
                            }
                            option.setValue(words.pop());
                        })
                .build();
    }

    /** What such an option was given; the parser counts it among none of its own. */
    static String passed(ParseResult words, String name) {
        OptionSpec option = words.commandSpec().findOption(name);
        return option != null && option.getValue() instanceof String value ? value : "";
    }

    static OptionSpec many(String label, String description, String... names) {
        return OptionSpec.builder(names)
                .arity("1")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .paramLabel(label)
                .description(description)
                .build();
    }

    static PositionalParamSpec word(String label, String arity, String description) {
        return PositionalParamSpec.builder()
                .index("0")
                .arity(arity)
                .required(arity.equals("1"))
                .type(String.class)
                .paramLabel(label)
                .description(description)
                .build();
    }

    /** The word after the first. */
    static PositionalParamSpec second(String label, String description) {
        return PositionalParamSpec.builder()
                .index("1")
                .arity("1")
                .required(true)
                .type(String.class)
                .paramLabel(label)
                .description(description)
                .build();
    }

    static OptionSpec colour() {
        return option("WHEN", "Coloured output: auto, always or never.", "--color");
    }

    static String value(ParseResult words, String name, String otherwise) {
        String value = words.matchedOptionValue(name, otherwise);
        return value == null ? otherwise : value;
    }

    static String choice(ParseResult words, String name, List<String> allowed) {
        String value = value(words, name, allowed.getFirst());
        if (!allowed.contains(value)) {
            throw new UsageException(
                    name + " " + value + " is unknown",
                    "allowed values: " + String.join(", ", allowed),
                    Spelling.nearest(value, allowed)
                            .map(meant -> "did you mean %s?".formatted(meant))
                            .orElse("leave it out for " + allowed.getFirst()));
        }
        return value;
    }

    /** A word that stands alone; without one, the first that is allowed. */
    static String oneOf(String what, String word, List<String> allowed) {
        if (word.isEmpty()) {
            return allowed.getFirst();
        }
        if (!allowed.contains(word)) {
            throw new UsageException(
                    "unknown %s: %s".formatted(what, word),
                    "allowed values: " + String.join(", ", allowed),
                    Spelling.nearest(word, allowed)
                            .map(meant -> "did you mean %s?".formatted(meant))
                            .orElse("leave it out for " + allowed.getFirst()));
        }
        return word;
    }

    static String second(ParseResult words) {
        return words.matchedPositionalValue(1, "");
    }

    static String first(ParseResult words) {
        return words.matchedPositionalValue(0, "");
    }
}
