package io.mcpsf.cli;

import io.mcpsf.report.Report;
import io.mcpsf.report.Review;
import io.mcpsf.report.form.ReportFiles;
import io.mcpsf.run.request.Access;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.CacheOptions;
import io.mcpsf.run.request.Outcome;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.text.Printable;
import io.mcpsf.text.ShellWords;
import io.mcpsf.web.WebRoute;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Model.CommandSpec;
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
import java.util.function.LongSupplier;

/** {@code assess SOURCE}: the one command that matters. */
record AssessVerb(Console console, Ports ports, LongSupplier seeds) implements Verb {

    private static final List<String> BILLS = List.of("cyclonedx", "spdx");
    private static final List<String> PROFILES = List.of("balanced", "safe", "aggressive");
    private static final long LEAST_MEMORY = 64L << 20;
    private static final List<String> PROGRESS = List.of("auto", "json");
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

    @Override
    public CommandSpec spec() {
        return words();
    }

    static CommandSpec words() {
        CommandSpec spec =
                Words.command(
                        "assess", "Runs an MCP server in the sandbox and reports what it did.");
        spec.addPositional(
                Words.word(
                        "SOURCE",
                        "0..1",
                        "A folder, package or repository with an MCP server, the URL of one, or a"
                                + " command such as npx -y @scope/server, with options of mcpsf"
                                + " before it."));
        spec.addOption(
                Words.option(
                        "FILE",
                        "Takes the source from a client's configuration, such as .mcp.json."
                                + " Secrets in it are replaced by decoys.",
                        "--config"));
        spec.addOption(
                Words.option("NAME", "Which entry of --config, if there are several.", "--server"));
        spec.addOption(
                Words.option(
                        "CMD",
                        "Start command, if it is not detected automatically.",
                        "-c",
                        "--command"));
        spec.addOption(
                Words.option(
                        "NAME",
                        "Test intensity: safe (no attacks), balanced (default) or aggressive.",
                        "--profile"));
        spec.addOption(
                Words.option(
                        "DIR", "Output folder for cases (default ./reports).", "-o", "--output"));
        spec.addOption(
                Words.many(
                        "KEY=VALUE",
                        "Environment variable for the server; may be repeated.",
                        "-e",
                        "--env"));
        spec.addOption(
                Words.option(
                        "FILE",
                        "File with environment variables for the server, one per line, or one"
                                + " object in FILE.json.",
                        "--env-file"));
        spec.addOption(
                Words.option(
                        "FILE",
                        "File with settings for mcpsf, one per line, such as MCPSF_PROFILE=safe.",
                        "--settings"));
        spec.addOption(
                Words.many(
                        "HOST[:PORT]",
                        "Allowed host: reached for real over HTTP. Everything else is answered by"
                                + " the fake internet. May be repeated.",
                        "--allow-net"));
        spec.addOption(
                Words.option(
                        "NAME",
                        "Sandbox runtime: auto (default), crun, runc, runsc, docker (docker-runc,"
                                + " docker-runsc).",
                        "--runtime"));
        spec.addOption(
                Words.option(
                        "WHERE",
                        "Where to run: auto (default), local, docker, or cloud (the service at"
                                + " MCPSF_API_URL, with MCPSF_API_KEY).",
                        "--executor"));
        spec.addOption(
                Words.option(
                        "TIER",
                        "Required isolation, or nothing is started: minimum (sandboxed),"
                                + " recommended (with kernel-enforced limits) or maximum (with a"
                                + " separate kernel).",
                        "--tier"));
        spec.addOption(
                Words.option(
                        "SIZE", "Memory limit for the server, such as 512m or 2g.", "--memory"));
        spec.addOption(Words.option("N", "CPU limit for the server, such as 0.5.", "--cpus"));
        spec.addOption(
                Words.option(
                        "TIME", "Time limit for the assessment, such as 90s or 5m.", "--timeout"));
        spec.addOption(Words.option("N", "Random seed, to repeat an earlier run.", "--seed"));
        spec.addOption(
                Words.option(
                        "N",
                        "Maximum number of attack calls (default: by profile).",
                        "--fuzz-calls"));
        spec.addOption(
                Words.option(
                        "N",
                        "Maximum number of seconds for attacks (default: by profile).",
                        "--fuzz-seconds"));
        spec.addOption(
                Words.option(
                        "MODEL",
                        "Lets a language model suggest further calls: anthropic, openai or ollama,"
                                + " each with :NAME, or replay:FILE. Off by default.",
                        "--llm"));
        spec.addOption(Words.flag("Shows every event as it happens.", "--watch"));
        spec.addOption(EventFilter.option());
        spec.addOption(
                Words.option(
                        "FORM",
                        "Progress output: auto (default) or json (one line per event on stderr).",
                        "--progress"));
        spec.addOption(Words.flag("Stops and cleans up when standard input closes.", "--lifeline"));
        spec.addOption(Words.flag("Refuses live servers on private addresses.", "--public-only"));
        spec.addOption(Words.flag("Downloads nothing and uses only the cache.", "--offline"));
        spec.addOption(
                Words.option(
                        "FORM",
                        "SBOM format: cyclonedx (default), or spdx in addition.",
                        "--sbom"));
        spec.addOption(Words.flag("Installs again instead of using the cache.", "--fresh"));
        spec.addOption(
                Words.flag(
                        "Keeps the sandbox until you press Enter, so that you can look inside.",
                        "--no-cleanup"));
        spec.addOption(
                Words.option(
                        "ID",
                        "Saves these options; mcpsf assess ID runs them again.",
                        "--save-as"));
        spec.addOption(
                Words.many(
                        "LINE",
                        "Header for a remote server, sent to no one else; may be repeated, or @FILE"
                                + " with one per line. MCPSF_TOKEN in the environment is sent as a"
                                + " bearer token.",
                        "--header"));
        spec.addOption(
                Words.option(
                        "ADDRESS",
                        "Streams every event while it happens, as ECS: udp://HOST:PORT,"
                                + " tcp://HOST:PORT (syslog) or http(s)://URL.",
                        "--stream"));
        spec.addOption(Words.flag("Confirms testing a server that runs on this machine.", "--yes"));
        Results.declare(spec);
        spec.usageMessage()
                .customSynopsis(
                        "mcpsf assess SOURCE [OPTIONS] [-- SERVER ARGUMENTS]",
                        "       mcpsf assess [OPTIONS] npx -y @scope/server ARGUMENTS",
                        "       mcpsf assess [OPTIONS] --config FILE [--server NAME]")
                .footer(
                        "",
                        "Options with a value can also be set in the environment, in a file given"
                                + " with --settings,",
                        "in ~/.config/mcpsf/settings.env, or in ./.env if it belongs to you and is"
                                + " not part of what",
                        "is assessed. MCPSF_RUNTIME sets --runtime; likewise PROFILE, EXECUTOR,"
                                + " TIER, MEMORY,",
                        "CPUS, TIMEOUT, ALLOW_NET, OUTPUT, FUZZ_CALLS and FUZZ_SECONDS. The first"
                                + " one found counts.",
                        "",
                        "Examples:",
                        "  mcpsf assess @scope/server",
                        "  mcpsf assess npx -y @scope/server --root /tmp",
                        "  mcpsf assess --config .mcp.json --server files",
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
        Path here = Path.of("").toAbsolutePath();
        GivenSource given =
                new SourceReading(console, ports.naming(), System.in).read(words, serverArgs, here);
        AssessRequest request = request(words, given);
        if (!results.quiet() && !Words.value(words, "--progress", "").equals("json")) {
            console.err().println(Printable.line(given.detected(here)));
            console.err().flush();
        }
        Outcome outcome = assess(request, results, words);
        Report report =
                results.review(
                        Report.of(outcome.evidence(), outcome.judgement(), ports.rules().get()),
                        ports);
        Path folder = outcome.caseFolder();
        if (folder != null && !report.review().equals(Review.none())) {
            JudgeVerb.write(folder.resolve("evidence.jsonl"), ReportFiles.of(report));
        }
        return results.tell(console, report, shown(folder));
    }

    private Outcome assess(AssessRequest request, Results results, ParseResult words)
            throws InterruptedException {
        try (var interruption = new Interruption()) {
            interruption.listen();
            if (words.hasMatchedOption("--lifeline")) {
                interruption.hangOn(System.in);
            }
            try (var stream =
                            new SiemStream(
                                    Words.value(words, "--stream", ""),
                                    request.source(),
                                    WebRoute.of(console.env()),
                                    line -> console.err().println(Printable.line(line)));
                    ShownProgress progress = progress(results, words)) {
                return new Executors(console, ports).assess(request, words, stream.over(progress));
            } catch (InterruptedException e) {
                // Told before the interruption is closed: after that the process may end any time.
                console.err().println("mcpsf: interrupted; everything was cleaned up");
                console.err().flush();
                throw e;
            }
        }
    }

    private static String runtime(Settings settings) {
        return settings.choice("--executor", Executors.WORDS).equals("docker")
                ? "docker"
                : settings.choice("--runtime", RUNTIMES);
    }

    private ShownProgress progress(Results results, ParseResult words) {
        return Words.choice(words, "--progress", PROGRESS).equals("json")
                ? JsonProgress.start(console.err())
                : ShownProgress.on(
                        console, results, words.hasMatchedOption("--watch"), EventFilter.of(words));
    }

    AssessRequest request(ParseResult words, GivenSource given) {
        Path here = Path.of("").toAbsolutePath();
        Settings settings = Settings.of(words, console.env(), here);
        settings.notes().forEach(note -> console.err().println(Printable.line("mcpsf: " + note)));
        List<String> command = command(Words.value(words, "--command", ""));
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
                seed(Words.value(words, "--seed", "")),
                keeping(words),
                access(words),
                settings.model(),
                new AssessRequest.Fuzz(
                        settings.count("--fuzz-calls"),
                        Duration.ofSeconds(settings.count("--fuzz-seconds"))),
                new AssessRequest.Bounds(
                        settings.value("--tier", ""),
                        settings.bytes("--memory", LEAST_MEMORY),
                        settings.share("--cpus")),
                settings.origins());
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
                words.hasMatchedOption("--public-only"));
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
        CacheOptions.Hold hold = words.hasMatchedOption("--no-cleanup") ? this::hold : usual.hold();
        return new CacheOptions(
                words.hasMatchedOption("--offline"),
                words.hasMatchedOption("--fresh"),
                usual.cache(),
                Words.choice(words, "--sbom", BILLS).equals("spdx") ? "spdx" : "",
                hold);
    }

    /** The sandbox lives as long as we answer its system calls, so we stay until told. */
    private void hold(List<String> how) throws InterruptedException {
        console.err().println("\nthe sandbox is kept and the server in it is still running");
        how.forEach(line -> console.err().println("  " + line));
        console.err().println("press Enter or Ctrl-C to remove it");
        console.err().flush();
        while (true) {
            try {
                if (System.in.available() > 0) {
                    return;
                }
            } catch (IOException closed) {
                throw new InterruptedException("standard input is closed");
            }
            Thread.sleep(200);
        }
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

    private long seed(String word) {
        if (word.isEmpty()) {
            return seeds.getAsLong();
        }
        try {
            return Long.parseLong(word);
        } catch (NumberFormatException e) {
            throw new UsageException(
                    "--seed " + word + " is not a number",
                    "a seed is a whole number, as a report shows it",
                    "--seed 7");
        }
    }
}
