package io.mcpsf.cli;

import io.mcpsf.run.request.Access;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.CacheOptions;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.text.ShellWords;

import picocli.CommandLine.ParseResult;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** From the options of {@code assess}, the environment and settings files to a request. */
record AssessRequestReader(Console console, LongSupplier seeds) {

    private static final List<String> BILLS = List.of("cyclonedx", "spdx");
    private static final List<String> PROFILES = List.of("balanced", "safe", "aggressive");
    private static final long LEAST_MEMORY = 64L << 20;
    private static final int MOST_VALID_CALLS = 20;
    private static final List<String> RUNTIMES =
            List.of(
                    "auto",
                    "crun",
                    "runc",
                    "runsc",
                    "docker",
                    "docker-runc",
                    "docker-runsc",
                    "podman");

    /** {@code notes} hears of settings that are understood and do nothing. */
    AssessRequest read(ParseResult words, GivenSource given, Consumer<String> notes) {
        Path here = Path.of("").toAbsolutePath();
        Settings settings = Settings.of(words, console.env(), here);
        settings.notes().forEach(notes);
        List<String> command = command(CommandOptions.value(words, "--command", ""));
        var env = new LinkedHashMap<>(given.env());
        env.putAll(env(words));
        return new AssessRequest(
                given.source(),
                command.isEmpty() ? given.command() : command,
                given.arguments(),
                env,
                settings.values("--allow-net"),
                settings.choice("--profile", PROFILES),
                output(settings, given.source(), here),
                runtime(settings),
                timeout(settings.value("--timeout", "")),
                seed(CommandOptions.value(words, "--seed", "")),
                keeping(words),
                access(words),
                settings.model(),
                new AssessRequest.Fuzz(
                        settings.count("--fuzz-calls"),
                        Duration.ofSeconds(settings.count("--fuzz-seconds")),
                        validCalls(settings)),
                new AssessRequest.Bounds(
                        settings.value("--tier", ""),
                        settings.bytes("--memory", LEAST_MEMORY),
                        settings.share("--cpus")),
                settings.origins(),
                list(CommandOptions.value(words, "--detectors", "")));
    }

    /** CommandOptions with commas between them. */
    static List<String> list(String word) {
        return word.isBlank()
                ? List.of()
                : List.of(word.strip().toLowerCase(Locale.ROOT).split("[\\s,]+"));
    }

    /** A tool that is never called shows nothing, and a thousand calls show no more than twenty. */
    private static int validCalls(Settings settings) {
        int calls = settings.count("--valid-calls");
        if (calls == 0 || calls > MOST_VALID_CALLS) {
            throw new UsageException(
                    "%d is not a number of valid calls for each tool".formatted(calls),
                    "it is a number from 1 to " + MOST_VALID_CALLS,
                    "--valid-calls 2; for no attacks, --profile safe");
        }
        return calls;
    }

    /** A link that came with what is assessed would have us write wherever it leads. */
    static Path output(Settings settings, String source, Path here) {
        String word = settings.value("--output", "");
        Path usual = Path.of("reports");
        if (word.isEmpty()
                && Files.isSymbolicLink(here.resolve(usual))
                && Assessed.by(source, here).project(here.resolve(usual))) {
            throw new UsageException(
                    "./reports is a symbolic link",
                    "it is part of what is assessed and could point anywhere",
                    "--output DIR");
        }
        return OutputFolder.writable(word.isEmpty() ? usual : Path.of(word));
    }

    /** Credentials and consent for a server that runs already. */
    private Access access(ParseResult words) {
        var headers = new ArrayList<String>();
        List<String> given = words.matchedOptionValue("--header", List.of());
        given.forEach(word -> headers.addAll(HeaderFile.lines(word)));
        String token = console.env().getOrDefault("MCPSF_TOKEN", "");
        boolean told =
                headers.stream()
                        .anyMatch(h -> h.toLowerCase(Locale.ROOT).startsWith("authorization:"));
        if (!token.isEmpty() && !told) {
            headers.add("Authorization: Bearer " + token);
        }
        return new Access(
                headers,
                words.hasMatchedOption("--profile"),
                words.hasMatchedOption("--yes") ? _ -> true : this::agrees,
                words.hasMatchedOption("--public-only"),
                CommandOptions.value(words, "--server-url", ""));
    }

    /** No unless somebody at a terminal says yes. */
    private boolean agrees(List<String> warning) {
        warning.forEach(line -> console.err().println(line));
        if (!console.ends().errIsTerminal()) {
            return false;
        }
        console.err().print("Continue? [y/N] ");
        console.err().flush();
        try {
            int answer = System.in.read();
            return answer == 'y' || answer == 'Y';
        } catch (IOException e) {
            return false;
        }
    }

    private CacheOptions keeping(ParseResult words) {
        CacheOptions usual = CacheOptions.usual();
        CacheOptions.Hold hold =
                words.hasMatchedOption("--no-cleanup")
                        ? new HeldSandbox(console.err(), System.in)
                        : usual.hold();
        return new CacheOptions(
                words.hasMatchedOption("--offline"),
                words.hasMatchedOption("--fresh"),
                usual.cache(),
                CommandOptions.choice(words, "--sbom", BILLS).equals("spdx") ? "spdx" : "",
                hold);
    }

    static List<String> command(String line) {
        try {
            return ShellWords.split(line);
        } catch (IllegalArgumentException e) {
            throw new UsageException(
                    "cannot parse --command", e.getMessage() + "", "close the quote");
        }
    }

    private static Map<String, String> env(ParseResult words) {
        var env = new LinkedHashMap<String, String>();
        String file = CommandOptions.value(words, "--env-file", "");
        if (!file.isEmpty()) {
            env.putAll(EnvFile.read(Path.of(file)));
        }
        List<String> given = words.matchedOptionValue("--env", List.of());
        for (String pair : given) {
            Map.Entry<String, String> entry = EnvFile.pair(pair, "--env " + pair);
            env.put(entry.getKey(), entry.getValue());
        }
        return env;
    }

    private static Duration timeout(String word) {
        return word.isEmpty() ? Duration.ZERO : Durations.read("--timeout", word);
    }

    private long seed(String word) {
        if (word.isEmpty()) {
            return seeds.getAsLong();
        }
        try {
            return Long.parseLong(word);
        } catch (NumberFormatException e) {
            throw new UsageException(
                    "--seed " + word + " is not a number",
                    "a seed is a whole number; reports show it",
                    "--seed 7");
        }
    }

    private static String runtime(Settings settings) {
        return settings.choice("--executor", Executors.WORDS).equals("docker")
                ? "docker"
                : settings.choice("--runtime", RUNTIMES);
    }
}
