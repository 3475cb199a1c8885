package io.mcpsf.cli;

import io.mcpsf.model.CaseFile;
import io.mcpsf.run.request.ModelUse;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.text.Spelling;

import picocli.CommandLine.ParseResult;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the user wants, from the nearest word: an option, the environment, a file that is named by
 * {@code --settings}, the user's own file, a {@code .env} here if it can't be a stranger's. The
 * option --fuzz-calls is MCPSF_FUZZ_CALLS elsewhere, and so on.
 */
record Settings(ParseResult words, List<SettingsFile> places) {

    /** Options that may also stand elsewhere. */
    private static final List<String> OPTIONS =
            List.of(
                    "--profile",
                    "--detectors",
                    "--runtime",
                    "--executor",
                    "--tier",
                    "--memory",
                    "--cpus",
                    "--timeout",
                    "--output",
                    "--allow-net",
                    "--valid-calls",
                    "--fuzz-calls",
                    "--fuzz-seconds",
                    "--llm");

    private static final String COMMAND_LINE = "command line";
    private static final String ENVIRONMENT = "environment";
    private static final Pattern SECRET = Pattern.compile(".*_(KEY|TOKEN|SECRET|PASSWORD)");
    private static final Pattern FOLDER = Pattern.compile("--output|MCPSF_OUTPUT");
    private static final Pattern SIZE =
            Pattern.compile("(\\d{1,7})([kmg])(?:i?b)?", Pattern.CASE_INSENSITIVE);

    Settings {
        places = List.copyOf(places);
    }

    static Settings of(ParseResult words, Map<String, String> env, Path here) {
        Assessed assessed = Assessed.by(CommandOptions.first(words), here);
        return new Settings(
                words,
                List.of(
                        environment(env),
                        SettingsFile.named(CommandOptions.value(words, "--settings", "")),
                        SettingsFile.own(env, assessed),
                        // Who names a file means that one.
                        words.hasMatchedOption("--settings")
                                ? SettingsFile.none()
                                : SettingsFile.here(here, assessed)));
    }

    static SettingsFile environment(Map<String, String> env) {
        return new SettingsFile(ENVIRONMENT, env, SettingAliases.notes(env));
    }

    /** What was found and does not count. */
    List<String> notes() {
        return places.stream().flatMap(place -> place.notes().stream()).toList();
    }

    /** A setting where it stands, under the name that it has there. */
    private record Found(String name, String value, String from) {}

    private Optional<Found> found(String name) {
        for (SettingsFile place : places) {
            Optional<String> there = SettingAliases.in(place.values(), name);
            if (there.isPresent()) {
                String value = place.values().getOrDefault(there.get(), "");
                return Optional.of(new Found(there.get(), value, place.from()));
            }
        }
        return Optional.empty();
    }

    /** The value of a variable, by the nearest place that has it, or empty. */
    String variable(String name, String otherwise) {
        return found(name)
                .map(
                        found ->
                                found.name().equals(name)
                                        ? found.value()
                                        : SettingAliases.translated(
                                                found.name(),
                                                found.value(),
                                                has("OPENAI_API_KEY"),
                                                has("ANTHROPIC_API_KEY")))
                .orElse(otherwise);
    }

    /** The model that is wished for, with its key; nothing of it goes to a server. */
    ModelUse model() {
        String word = CommandOptions.value(words, "--llm", "");
        if (word.isEmpty() && !has("MCPSF_LLM")) {
            return ModelUse.none();
        }
        var env = new LinkedHashMap<String, String>();
        for (String name : ModelUse.READS) {
            if (has(name)) {
                env.put(name, variable(name, ""));
            }
        }
        return new ModelUse(word, env);
    }

    /** Where each setting came from that somebody made. The values of secrets are left out. */
    List<CaseFile.Origin> origins() {
        var origins = new ArrayList<CaseFile.Origin>();
        for (String option : OPTIONS) {
            if (words.commandSpec().findOption(option) != null && words.hasMatchedOption(option)) {
                List<String> said = words.matchedOption(option).stringValues();
                origins.add(
                        new CaseFile.Origin(
                                option, shown(option, String.join(",", said)), COMMAND_LINE));
            } else {
                origin(name(option), origins);
            }
        }
        model().env().keySet().stream()
                .filter(name -> !name.equals("MCPSF_LLM"))
                .sorted()
                .forEach(name -> origin(name, origins));
        for (String name : List.of("MCPSF_API_URL", "MCPSF_API_KEY", "MCPSF_TOKEN")) {
            origin(name, origins);
        }
        return origins;
    }

    private void origin(String name, List<CaseFile.Origin> origins) {
        found(name)
                .ifPresent(
                        found ->
                                origins.add(
                                        new CaseFile.Origin(
                                                found.name(),
                                                shown(found.name(), found.value()),
                                                found.from())));
    }

    /**
     * A password may also stand in an address, and a folder of this machine is nobody's concern.
     */
    private static String shown(String name, String value) {
        return SECRET.matcher(name).matches() || FOLDER.matcher(name).matches()
                ? ""
                : value.replaceAll("//[^/@]*@", "//").replaceFirst("\\?.*", "");
    }

    private boolean has(String name) {
        return found(name).isPresent();
    }

    /** The name of an option in the environment. */
    static String name(String option) {
        return "MCPSF_" + option.substring(2).replace('-', '_').toUpperCase(Locale.ROOT);
    }

    String value(String option, String otherwise) {
        return words.hasMatchedOption(option)
                ? CommandOptions.value(words, option, otherwise)
                : variable(name(option), otherwise);
    }

    String choice(String option, List<String> allowed) {
        String value = value(option, allowed.getFirst());
        if (!allowed.contains(value)) {
            throw new UsageException(
                    said(option) + " " + value + " is unknown",
                    "allowed values: " + String.join(", ", allowed),
                    Spelling.nearest(value, allowed)
                            .map(meant -> "did you mean %s?".formatted(meant))
                            .orElse("leave it out for " + allowed.getFirst()));
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
                    said(option) + " " + word + " is not a valid number",
                    "it is a whole number without a unit",
                    option + " 500");
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
        if (!size.matches()) {
            throw new UsageException(
                    said(option) + " " + word + " is not a valid size",
                    "a size is a whole number with k, m or g",
                    option + " 1g");
        }
        int shift =
                switch (size.group(2).toLowerCase(Locale.ROOT)) {
                    case "k" -> 10;
                    case "m" -> 20;
                    default -> 30;
                };
        long bytes = Long.parseLong(size.group(1)) << shift;
        if (bytes < least) {
            throw new UsageException(
                    said(option) + " " + word + " is too little memory for a server",
                    "it needs at least " + (least >> 20) + "m",
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
                    said(option) + " " + word + " is not a valid number of CPUs",
                    "it needs at least 0.05",
                    option + " 1.5");
        }
        return Double.parseDouble(word);
    }

    /** How the user said it, for complaints. */
    private String said(String option) {
        return words.hasMatchedOption(option)
                ? option
                : found(name(option)).map(Found::name).orElse(name(option));
    }
}
