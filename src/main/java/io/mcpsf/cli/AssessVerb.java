package io.mcpsf.cli;

import io.mcpsf.run.AssessRequest;
import io.mcpsf.run.Outcome;
import io.mcpsf.run.UsageException;
import io.mcpsf.text.ShellWords;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** {@code assess SOURCE}: the one command that matters. */
record AssessVerb(Console console, Ports ports, LongSupplier seeds) implements Verb {

    private static final List<String> PROFILES = List.of("balanced", "safe", "aggressive");
    private static final List<String> RUNTIMES = List.of("auto", "crun", "runc");

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                Words.command("assess", "Runs an MCP server in the chamber and says what it did.");
        spec.addPositional(Words.word("SOURCE", "1", "A folder with a Node or Python MCP server."));
        spec.addOption(
                Words.option("CMD", "How to start it, if that can't be seen.", "-c", "--command"));
        spec.addOption(
                Words.option(
                        "NAME",
                        "How hard to question it: safe (no attacks), balanced (default) or"
                                + " aggressive.",
                        "--profile"));
        spec.addOption(
                Words.option("DIR", "Where cases go (default ./reports).", "-o", "--output"));
        spec.addOption(
                Words.many(
                        "KEY=VALUE", "A variable for the server; may be repeated.", "-e", "--env"));
        spec.addOption(Words.option("FILE", "Variables for the server, one a line.", "--env-file"));
        spec.addOption(
                Words.many(
                        "HOST[:PORT]",
                        "Really reach this host over HTTP; all else is answered by the fake"
                                + " internet. May be repeated.",
                        "--allow-net"));
        spec.addOption(
                Words.option("NAME", "What seals it: auto (default), crun or runc.", "--runtime"));
        spec.addOption(
                Words.option("TIME", "The longest it may take, such as 90s or 5m.", "--timeout"));
        spec.addOption(Words.option("N", "Repeats the chances of an earlier run.", "--seed"));
        spec.addOption(
                Words.option("N", "The most hostile calls (default: by profile).", "--fuzz-calls"));
        spec.addOption(
                Words.option(
                        "N",
                        "The most seconds for hostile calls (default: by profile).",
                        "--fuzz-seconds"));
        Results.declare(spec);
        spec.usageMessage()
                .customSynopsis("mcpsf assess SOURCE [OPTIONS] [-- SERVER ARGUMENTS]")
                .footer(
                        "",
                        "Examples:",
                        "  mcpsf assess ./my-server",
                        "  mcpsf assess ./my-server --command 'node dist/index.js' -- --root /tmp",
                        "  mcpsf assess ./my-server --format json --fail-on medium > report.json");
        return spec;
    }

    @Override
    public int run(ParseResult words) throws InterruptedException {
        return run(words, List.of());
    }

    int run(ParseResult words, List<String> serverArgs) throws InterruptedException {
        Results results = Results.read(words);
        AssessRequest request = request(words, serverArgs);
        Host.needLinux(System.getProperty("os.name", ""));
        Outcome outcome = assess(request, results);
        return results.tell(
                console,
                outcome.evidence(),
                outcome.judgement(),
                ports.rules().get(),
                shown(outcome.caseFolder()));
    }

    private Outcome assess(AssessRequest request, Results results) throws InterruptedException {
        try (var interruption = new Interruption()) {
            interruption.listen();
            try (ShownProgress progress = ShownProgress.on(console, results)) {
                return ports.assessing().assess(request, progress);
            } catch (InterruptedException e) {
                // Told before the interruption is closed: after that the process may end any time.
                console.err().println("mcpsf: interrupted; everything was cleaned up");
                console.err().flush();
                throw e;
            }
        }
    }

    AssessRequest request(ParseResult words, List<String> serverArgs) {
        return new AssessRequest(
                Words.first(words),
                command(Words.value(words, "--command", "")),
                serverArgs,
                env(words),
                words.matchedOptionValue("--allow-net", List.of()),
                Words.choice(words, "--profile", PROFILES),
                Path.of(Words.value(words, "--output", "reports")),
                Words.choice(words, "--runtime", RUNTIMES),
                timeout(Words.value(words, "--timeout", "")),
                seed(Words.value(words, "--seed", "")),
                new AssessRequest.Fuzz(
                        count(words, "--fuzz-calls"),
                        Duration.ofSeconds(count(words, "--fuzz-seconds"))));
    }

    /** Below the working folder when it lies there: short, and ready to be copied. */
    static String shown(@Nullable Path folder) {
        if (folder == null) {
            return "";
        }
        Path here = Path.of("").toAbsolutePath();
        Path there = folder.toAbsolutePath().normalize();
        return there.startsWith(here) && !there.equals(here)
                ? here.relativize(there).toString()
                : there.toString();
    }

    private static List<String> command(String line) {
        try {
            return ShellWords.split(line);
        } catch (IllegalArgumentException e) {
            throw new UsageException(
                    "--command can't be read", e.getMessage() + "", "close the quote");
        }
    }

    private static Map<String, String> env(ParseResult words) {
        var env = new LinkedHashMap<String, String>();
        String file = Words.value(words, "--env-file", "");
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

    /** A count, or -1 when none is given. */
    private static int count(ParseResult words, String option) {
        String word = Words.value(words, option, "");
        if (word.isEmpty()) {
            return -1;
        }
        if (!word.matches("[0-9]{1,7}")) {
            throw new UsageException(option + " " + word + " is no count", "", option + " 500");
        }
        return Integer.parseInt(word);
    }

    private long seed(String word) {
        if (word.isEmpty()) {
            return seeds.getAsLong();
        }
        try {
            return Long.parseLong(word);
        } catch (NumberFormatException e) {
            throw new UsageException("--seed " + word + " is no number", "", "--seed 7");
        }
    }
}
