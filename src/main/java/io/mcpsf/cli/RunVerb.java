package io.mcpsf.cli;

import io.mcpsf.discover.ConfiguredServer;
import io.mcpsf.discover.LaunchCommand;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Verdict;
import io.mcpsf.policy.MergedPolicy;
import io.mcpsf.policy.PolicyLayer;
import io.mcpsf.report.Report;
import io.mcpsf.report.profile.Profiles;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.CacheOptions;
import io.mcpsf.run.request.ClientStreams;
import io.mcpsf.run.request.GuardOutcome;
import io.mcpsf.run.request.GuardRequest;
import io.mcpsf.run.request.HttpListener;
import io.mcpsf.run.request.RefusedStartException;
import io.mcpsf.run.request.SensorChoice;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.text.Printable;
import io.mcpsf.web.WebRoute;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/** {@code run [--policy FILE | --case CASE] (SOURCE | -- COMMAND…)}: serves it, within a policy. */
record RunVerb(Console console, Ports ports, LongSupplier seeds) implements Verb {

    private static final List<String> RUNTIMES = List.of("auto", "crun", "runc", "runsc");
    private static final List<String> SENSORS = List.of("auto", "ebpf");

    /** What no policy says: nothing of the user's, no network. */
    private static final String STRICT = "recommended";

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                CommandOptions.command(
                        "run",
                        "Runs an MCP server for a client in a sandbox, restricted by a policy.");
        spec.addPositional(
                CommandOptions.word(
                        "SOURCE",
                        "0..1",
                        "A folder, package or repository with an MCP server; or a command after"
                                + " --."));
        spec.addOption(
                CommandOptions.option(
                        "FILE",
                        "Policy file or preset (default: %s).".formatted(STRICT),
                        "--policy"));
        spec.addOption(
                CommandOptions.option(
                        "CASE",
                        "Takes the policy and the release from this assessment.",
                        "--case"));
        spec.addOption(
                CommandOptions.flag(
                        "Writes a proposed policy at the end: what was used, and what was"
                                + " refused as comments.",
                        "--learn"));
        spec.addOption(
                CommandOptions.option(
                        "SHA256",
                        "Refuses to start any artifact but the one with this digest.",
                        "--digest"));
        spec.addOption(
                CommandOptions.option(
                        "CMD",
                        "Start command, if it is not detected automatically.",
                        "-c",
                        "--command"));
        spec.addOption(
                CommandOptions.many(
                        "KEY[=VALUE]",
                        "Environment variable for the server; without a value it is passed on from"
                                + " this environment. May be repeated.",
                        "-e",
                        "--env"));
        spec.addOption(
                CommandOptions.option(
                        "DIR",
                        "Output folder for sessions (default ~/.local/state/mcpsf/sessions).",
                        "-o",
                        "--output"));
        spec.addOption(
                CommandOptions.option(
                        "NAME",
                        "Sandbox runtime: auto (default), crun, runc, runsc.",
                        "--runtime"));
        spec.addOption(
                CommandOptions.option(
                        "NAME",
                        "What sees the system calls: auto (default), ebpf. With ebpf calls cost"
                                + " less and are told after they were made.",
                        "--sensor"));
        spec.addOption(
                CommandOptions.option(
                        "ADDRESS",
                        "Also sends violations as CEF by syslog: udp://HOST:PORT or"
                                + " tcp://HOST:PORT.",
                        "--siem"));
        spec.addOption(
                CommandOptions.option(
                        "URL", "Also posts violations as JSON to this address.", "--webhook"));
        spec.addOption(
                CommandOptions.option(
                        "ADDRESS",
                        "Streams every event while it happens, as ECS: udp://HOST:PORT,"
                                + " tcp://HOST:PORT (syslog) or http(s)://URL.",
                        "--stream"));
        RunHttp.declare(spec);
        spec.addOption(
                CommandOptions.flag("Downloads nothing and uses only the cache.", "--offline"));
        spec.usageMessage()
                .customSynopsis(
                        "mcpsf run [OPTIONS] SOURCE [-- SERVER ARGUMENTS]",
                        "       mcpsf run [OPTIONS] -- npx -y @scope/server ARGUMENTS")
                .footer(
                        "",
                        "Standard input and output carry only MCP; messages go to standard error.",
                        "",
                        "Exit codes: the server's own, 2 usage or internal error, 125 start denied"
                                + " by the policy,",
                        "            137 killed for a violation or a limit");
        return spec;
    }

    @Override
    public int run(ParseResult words) throws InterruptedException {
        return run(words, List.of());
    }

    int run(ParseResult words, List<String> behind) throws InterruptedException {
        List<URI> receivers =
                Delivery.addresses(
                        CommandOptions.value(words, "--siem", ""),
                        CommandOptions.value(words, "--webhook", ""));
        try (var interruption = new Interruption();
                var alerts = new AlertSender(receivers, WebRoute.of(console.env()), this::tell);
                var stream =
                        new SiemStream(
                                CommandOptions.value(words, "--stream", ""),
                                CommandOptions.first(words).isEmpty()
                                        ? String.join(" ", ConfiguredServer.redacted(behind))
                                        : CommandOptions.first(words),
                                WebRoute.of(console.env()),
                                this::tell)) {
            interruption.listen();
            Optional<RunHttp> http = RunHttp.of(words, console.env());
            if (http.isPresent()) {
                listen(http.get(), words, behind, stream, alerts);
                return ExitCode.FINE;
            }
            GuardOutcome outcome =
                    ports.guarding()
                            .serve(
                                    request(words, behind),
                                    stream.over(new StderrProgress(this::tell)),
                                    new ClientStreams(
                                            System.in,
                                            new FileOutputStream(FileDescriptor.out),
                                            this::tell,
                                            alerts::send));
            ended(outcome, words);
            return outcome.exitCode();
        } catch (RefusedStartException e) {
            tell("mcpsf: " + e.getMessage());
            tell("  why:  " + e.why());
            tell("  next: " + e.next());
            return ExitCode.REFUSED;
        }
    }

    private void listen(
            RunHttp http,
            ParseResult words,
            List<String> behind,
            SiemStream stream,
            AlertSender alerts)
            throws InterruptedException {
        ports.listening()
                .serve(
                        request(words, behind),
                        stream.over(new StderrProgress(this::tell)),
                        new HttpListener(
                                http.host(),
                                http.port(),
                                http.key(),
                                port -> http.announce(port, this::tell),
                                this::tell,
                                alerts::send,
                                outcome -> ended(outcome, words)));
    }

    private void ended(GuardOutcome outcome, ParseResult words) {
        tell("mcpsf: session saved in " + OutputFolder.shown(outcome.caseFolder()));
        if (words.hasMatchedOption("--learn")) {
            learn(outcome.caseFolder());
        }
    }

    GuardRequest request(ParseResult words, List<String> behind) {
        String source = CommandOptions.first(words);
        String program = "";
        List<String> arguments = behind;
        String known = CommandOptions.value(words, "--case", "");
        if (!known.isEmpty() && words.hasMatchedOption("--policy")) {
            throw new UsageException(
                    "--case and --policy cannot be used together",
                    "both set the policy",
                    "mcpsf policy from-case CASE > policy.yaml, then --policy policy.yaml");
        }
        if (source.isEmpty() && !behind.isEmpty()) {
            LaunchCommand launched = launched(behind);
            source = launched.source();
            program = launched.program();
            arguments = launched.arguments();
        }
        String digest = CommandOptions.value(words, "--digest", "");
        MergedPolicy policy;
        if (known.isEmpty()) {
            policy =
                    PolicyFile.merged(
                            CommandOptions.value(words, "--policy", STRICT), console.err());
        } else {
            KnownCase found = KnownCase.of(known);
            CaseFile.Subject subject = found.evidence().file().subject();
            source = source.isEmpty() ? subject.source() : source;
            digest = digest.isEmpty() ? subject.sha256() : digest;
            policy = proposed(found);
        }
        if (source.isEmpty()) {
            throw new UsageException(
                    "nothing to run", "neither a source nor a command was given", "mcpsf help run");
        }
        return new GuardRequest(
                subject(words, source, arguments), program, policy, digest, sensor(words));
    }

    private static SensorChoice sensor(ParseResult words) {
        return CommandOptions.choice(words, "--sensor", SENSORS).equals("ebpf")
                ? SensorChoice.EBPF
                : SensorChoice.AUTO;
    }

    private static LaunchCommand launched(List<String> command) {
        return LaunchCommand.of(command)
                .orElseThrow(
                        () ->
                                new UsageException(
                                        "cannot tell which package %s runs"
                                                .formatted(String.join(" ", command)),
                                        "supported are npx, uvx, node, python and similar commands",
                                        "mcpsf run SOURCE --command '...'"));
    }

    /** Nothing more than the policy says is allowed meanwhile. */
    private void learn(Path session) {
        String policy = new Profiles(report(KnownCase.of(session.toString()))).policy();
        Path file = session.resolve("policy.yaml");
        try {
            Files.writeString(file, policy);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
        tell("mcpsf: proposed policy in " + OutputFolder.shown(file));
    }

    private Report report(KnownCase known) {
        return Report.of(
                known.evidence(), ports.judging().apply(known.evidence()), ports.rules().get());
    }

    private MergedPolicy proposed(KnownCase known) {
        Report report = report(known);
        if (report.judgement().verdict() == Verdict.MALICIOUS) {
            throw new RefusedStartException(
                    "this server will not be run",
                    "the verdict of its assessment is MALICIOUS",
                    "see report.html in the case folder");
        }
        byte[] yaml = new Profiles(report).policy().getBytes(StandardCharsets.UTF_8);
        return MergedPolicy.of(List.of(PolicyLayer.read("case " + known.file(), yaml)));
    }

    private AssessRequest subject(ParseResult words, String source, List<String> arguments) {
        var caching =
                new CacheOptions(
                        words.hasMatchedOption("--offline"), false, Path.of(""), "", _ -> {});
        return new AssessRequest(
                source,
                AssessRequestReader.command(CommandOptions.value(words, "--command", "")),
                arguments,
                EnvFile.given(words, console.env()),
                List.of(),
                "safe",
                output(words),
                CommandOptions.choice(words, "--runtime", RUNTIMES),
                Duration.ZERO,
                seeds.getAsLong(),
                caching);
    }

    private Path output(ParseResult words) {
        String given = CommandOptions.value(words, "--output", "");
        return given.isEmpty() ? StateFolder.of(console.env(), "sessions") : Path.of(given);
    }

    private synchronized void tell(String hostile) {
        console.err().println(Printable.line(hostile));
        console.err().flush();
    }
}
