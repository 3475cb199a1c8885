package io.mcpsf.cli;

import io.mcpsf.run.UsageException;

import picocli.CommandLine.ParseResult;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the user wants, from the nearest word: an option, the environment, the file .env here. The
 * option --fuzz-calls is MCPSF_FUZZ_CALLS elsewhere, and so on.
 */
record Settings(ParseResult words, Map<String, String> env, Map<String, String> file) {

    private static final Path FILE = Path.of(".env");
    private static final Pattern SIZE =
            Pattern.compile("(\\d{1,7})([kmg])(?:i?b)?", Pattern.CASE_INSENSITIVE);

    static Settings of(ParseResult words, Map<String, String> env) {
        return new Settings(words, env, Files.isRegularFile(FILE) ? ours() : Map.of());
    }

    /** Another project's .env need not be readable to us. */
    private static Map<String, String> ours() {
        try {
            var found = new HashMap<String, String>(EnvFile.read(FILE));
            found.keySet().removeIf(name -> !name.startsWith("MCPSF_"));
            return found;
        } catch (UsageException e) {
            return Map.of();
        }
    }

    /** The name of an option in the environment. */
    static String variable(String option) {
        return "MCPSF_" + option.substring(2).replace('-', '_').toUpperCase(Locale.ROOT);
    }

    String value(String option, String otherwise) {
        if (words.hasMatchedOption(option)) {
            return Words.value(words, option, otherwise);
        }
        String name = variable(option);
        return env.getOrDefault(name, file.getOrDefault(name, otherwise));
    }

    String choice(String option, List<String> allowed) {
        String value = value(option, allowed.getFirst());
        if (!allowed.contains(value)) {
            throw new UsageException(
                    said(option) + " " + value + " is not known",
                    "it takes " + String.join(", ", allowed),
                    "leave it out for " + allowed.getFirst());
        }
        return value;
    }

    /** Values of an option that may be repeated; in the environment, commas stand between them. */
    List<String> values(String option) {
        List<String> given = words.matchedOptionValue(option, List.of());
        String other = given.isEmpty() ? value(option, "") : "";
        return other.isEmpty() ? given : List.of(other.strip().split("\\s*,\\s*"));
    }

    /** A count, or -1 when none is given. */
    int count(String option) {
        String word = value(option, "");
        if (word.isEmpty()) {
            return -1;
        }
        if (!word.matches("[0-9]{1,7}")) {
            throw new UsageException(
                    said(option) + " " + word + " is no count", "", option + " 500");
        }
        return Integer.parseInt(word);
    }

    /** Bytes, written as 512m or 2g, or -1 when none are given. */
    long bytes(String option, long least) {
        String word = value(option, "");
        if (word.isEmpty()) {
            return -1;
        }
        Matcher size = SIZE.matcher(word);
        long bytes = -1;
        if (size.matches()) {
            int shift =
                    switch (size.group(2).toLowerCase(Locale.ROOT)) {
                        case "k" -> 10;
                        case "m" -> 20;
                        default -> 30;
                    };
            bytes = Long.parseLong(size.group(1)) << shift;
        }
        if (bytes < least) {
            throw new UsageException(
                    said(option) + " " + word + " is no size that a server could live in",
                    "it takes at least " + (least >> 20) + "m",
                    option + " 1g");
        }
        return bytes;
    }

    /** Processors, whole or in parts, or -1 when none are given. */
    double share(String option) {
        String word = value(option, "");
        if (word.isEmpty()) {
            return -1;
        }
        if (!word.matches("[0-9]{1,3}(\\.[0-9]{1,3})?") || Double.parseDouble(word) < 0.05) {
            throw new UsageException(
                    said(option) + " " + word + " is no number of processors",
                    "it takes 0.05 and more",
                    option + " 1.5");
        }
        return Double.parseDouble(word);
    }

    /** How the user said it, for complaints. */
    private String said(String option) {
        return words.hasMatchedOption(option) ? option : variable(option);
    }
}
