package io.mcpsf.cli;

import io.mcpsf.policy.MergedPolicy;
import io.mcpsf.policy.PolicyLayer;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.service.Foundation;
import io.mcpsf.service.LogLines;
import io.mcpsf.service.Service;
import io.mcpsf.service.Workshop;
import io.mcpsf.service.api.Api;
import io.mcpsf.service.api.TlsFiles;
import io.mcpsf.service.job.SourcePolicy;
import io.mcpsf.service.kubernetes.KubernetesDispatcher;
import io.mcpsf.service.session.SessionDesk;
import io.mcpsf.service.worker.Capacity;
import io.mcpsf.service.worker.ChildCommand;
import io.mcpsf.service.worker.ChildRunner;
import io.mcpsf.service.worker.WarmProcesses;
import io.mcpsf.text.Printable;
import io.mcpsf.web.WebRoute;

import picocli.CommandLine.ParseResult;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Wires a service together and runs it until it is told to end. */
final class ServiceRun {

    private static final Pattern BIND = Pattern.compile("(\\[[0-9a-fA-F:]+]|[^:]+):([0-9]{1,5})");
    private static final List<String> APPROVALS = List.of("high-risk", "always", "never");
    private static final List<String> SESSION_RUNTIMES = List.of("auto", "crun", "runc", "vm");
    private static final Duration LONGEST_JOB = Duration.ofHours(1);

    /** Less than what systemd waits before it kills. */
    private static final Duration LAST_JOBS = Duration.ofSeconds(45);

    private static final Logger LOG = Logger.getLogger(ServiceRun.class.getName());

    private ServiceRun() {}

    static int serve(ParseResult words, Console console, Ports ports, String version)
            throws InterruptedException {
        LogLines.to(console.err(), Level.INFO);
        Matcher bind = BIND.matcher(CommandOptions.value(words, "--bind", "127.0.0.1:8414"));
        if (!bind.matches() || Integer.parseInt(bind.group(2)) > 65_535) {
            throw new UsageException(
                    "--bind is not a valid address",
                    "write it as HOST:PORT",
                    "--bind 127.0.0.1:8414");
        }
        refuseTakenPort(bind);
        Optional<TlsFiles> tls = tls(words);
        try (var alerts =
                        new AlertSender(
                                Delivery.addresses(
                                        CommandOptions.value(words, "--siem", ""),
                                        CommandOptions.value(words, "--webhook", "")),
                                WebRoute.of(console.env()),
                                line -> LOG.warning(Printable.line(line)));
                Foundation foundation = ServiceWords.open(words, console.env())) {
            var settings =
                    new Api.Settings(
                            bind.group(1).replaceAll("[\\[\\]]", ""),
                            Integer.parseInt(bind.group(2)),
                            tls,
                            CommandOptions.choice(words, "--approval", APPROVALS),
                            count(words, "--upload-limit", 64, 4096) << 20,
                            foundation.place().data().resolve("scratch"),
                            version,
                            foundation.place().master().given(),
                            foundation.place().files().startsWith("s3://") ? "s3" : "files",
                            Set.copyOf(DetectorsVerb.known(ports.rules())));
            WarmProcesses warm = warm(words, console, foundation);
            var service =
                    new Service(
                            foundation,
                            runner(words, console, warm),
                            settings,
                            policy(words),
                            manner(words, version, warm),
                            sessions(words, console, ports, alerts));
            service.start();
            console.err()
                    .println(
                            "mcpsf: serving on %s://%s:%d"
                                    .formatted(
                                            tls.isPresent() ? "https" : "http",
                                            bind.group(1),
                                            service.port()));
            console.err().flush();
            untilToldToEnd(() -> service.close(LAST_JOBS));
            return ExitCode.FINE;
        } catch (Service.NeedsKeyException e) {
            throw new UsageException(
                    String.valueOf(e.getMessage()),
                    "everyone who can reach it would be an administrator",
                    "mcpsf key create --role admin --name me, with the same --db or --data");
        } catch (java.io.UncheckedIOException e) {
            throw new UsageException(
                    "cannot listen on " + bind.group(),
                    String.valueOf(e.getMessage()),
                    "--bind another address");
        }
    }

    /** Told before a database is opened and workers are started for nothing. */
    private static void refuseTakenPort(Matcher bind) {
        int port = Integer.parseInt(bind.group(2));
        var address = new InetSocketAddress(bind.group(1).replaceAll("[\\[\\]]", ""), port);
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(address);
        } catch (IOException e) {
            String why = String.valueOf(e.getMessage());
            throw new UsageException(
                    "cannot listen on " + bind.group(),
                    why.contains("in use") ? "another program uses this port" : why,
                    "stop it, or choose another address: --bind %s:%d"
                            .formatted(bind.group(1), port == 65_535 ? 8414 : port + 1));
        }
    }

    static int work(ParseResult words, Console console, String version)
            throws InterruptedException {
        LogLines.to(console.err(), Level.INFO);
        try (Foundation foundation = ServiceWords.open(words, console.env())) {
            WarmProcesses warm = warm(words, console, foundation);
            var workshop =
                    new Workshop(
                            foundation, runner(words, console, warm), manner(words, version, warm));
            workshop.start();
            console.err().println("mcpsf: worker running");
            console.err().flush();
            untilToldToEnd(() -> workshop.close(LAST_JOBS));
            return ExitCode.FINE;
        }
    }

    /** The same worker, whose jobs run in a cluster. */
    static int dispatch(ParseResult words, Console console, String version)
            throws InterruptedException {
        LogLines.to(console.err(), Level.INFO);
        try (Foundation foundation = ServiceWords.open(words, console.env());
                KubernetesDispatcher dispatcher =
                        KubernetesWords.dispatcher(words, console.env(), foundation)) {
            KubernetesWords.start(dispatcher);
            var manner =
                    new Workshop.Manner(
                            (int) count(words, "--parallel", 100, 10_000),
                            Workshop.LEASE,
                            Duration.ZERO,
                            version);
            var workshop = new Workshop(foundation, dispatcher.runner(), manner);
            workshop.start();
            console.err().println("mcpsf: dispatcher running");
            console.err().flush();
            untilToldToEnd(() -> workshop.close(LAST_JOBS));
            return ExitCode.FINE;
        }
    }

    private static Service.Sessions sessions(
            ParseResult words, Console console, Ports ports, AlertSender alerts) {
        MergedPolicy policy =
                PolicyFile.merged(
                        List.of(PolicyLayer.execution()),
                        CommandOptions.value(words, "--session-policy", ""),
                        List.of(),
                        console.err());
        int all = (int) count(words, "--sessions", 20, 10_000);
        var bounds =
                new SessionDesk.Bounds(
                        all,
                        (int) count(words, "--sessions-per-key", 10, 10_000),
                        Durations.read(
                                "--session-idle",
                                CommandOptions.value(words, "--session-idle", "10m")),
                        SessionDesk.Bounds.usual().longest());
        Consumer<String> note = line -> LOG.info(Printable.line(line));
        var setup =
                new SessionDesk.Setup(
                        policy,
                        Path.of(CommandOptions.value(words, "--session-servers", "")),
                        alerts::send,
                        words.hasMatchedOption("--session-approval")
                                ? Durations.read(
                                        "--session-approval",
                                        CommandOptions.value(words, "--session-approval", ""))
                                : Duration.ZERO);
        String runtime = CommandOptions.choice(words, "--session-runtime", SESSION_RUNTIMES);
        return new Service.Sessions(() -> ports.codeRunners().open(runtime, note), setup, bounds);
    }

    private static ChildRunner runner(ParseResult words, Console console, WarmProcesses warm) {
        return new ChildRunner(child(words, console), LONGEST_JOB, warm);
    }

    private static ChildCommand child(ParseResult words, Console console) {
        return ChildCommand.likeUs(console.env(), policy(words));
    }

    /** Never more than there are jobs at once. */
    private static WarmProcesses warm(ParseResult words, Console console, Foundation foundation) {
        int most = (int) Math.min(slots(words), count(words, "--warm", 1, 1000));
        return WarmProcesses.in(
                Workshop.work(foundation), child(words, console), WarmProcesses.Bounds.usual(most));
    }

    private static int slots(ParseResult words) {
        return (int) count(words, "--workers", Capacity.slots(), 1000);
    }

    private static Workshop.Manner manner(ParseResult words, String version, WarmProcesses warm) {
        return new Workshop.Manner(
                slots(words),
                Workshop.LEASE,
                words.commandSpec().findOption("--keep-days") == null
                        ? Duration.ZERO
                        : Duration.ofDays(count(words, "--keep-days", 0, 36_600)),
                version,
                warm);
    }

    private static SourcePolicy policy(ParseResult words) {
        List<String> folders = words.matchedOptionValue("--allow-folder", List.of());
        List<String> hosts = words.matchedOptionValue("--allow-git", List.of());
        return new SourcePolicy(
                new SourcePolicy.Allowed(
                        Set.copyOf(hosts),
                        folders.stream().map(Path::of).toList(),
                        words.hasMatchedOption("--allow-private")),
                InetAddress::getAllByName);
    }

    private static Optional<TlsFiles> tls(ParseResult words) {
        String certificate = CommandOptions.value(words, "--tls-cert", "");
        String key = CommandOptions.value(words, "--tls-key", "");
        if (certificate.isEmpty() != key.isEmpty()) {
            throw new UsageException(
                    "--tls-cert and --tls-key go together",
                    "a certificate is of no use without its key",
                    "give both options or neither");
        }
        if (certificate.isEmpty()) {
            return Optional.empty();
        }
        var files = new TlsFiles(Path.of(certificate), Path.of(key));
        try {
            files.context();
        } catch (IllegalArgumentException e) {
            throw new UsageException(
                    String.valueOf(e.getMessage()), "", "both must be PEM, the key PKCS#8");
        }
        return Optional.of(files);
    }

    private static long count(ParseResult words, String option, long otherwise, long most) {
        String word = CommandOptions.value(words, option, "" + otherwise);
        if (!word.matches("[0-9]{1,7}") || Long.parseLong(word) > most) {
            throw new UsageException(
                    option + " " + word + " is not a valid number",
                    "it is a whole number of at most " + most,
                    option + " 2");
        }
        return Long.parseLong(word);
    }

    /** A signal ends it: what is closed has as long as it needs, within what a system allows. */
    private static void untilToldToEnd(Runnable close) throws InterruptedException {
        var told = new CountDownLatch(1);
        var closed = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () -> {
                                    told.countDown();
                                    await(closed);
                                },
                                "end"));
        told.await();
        try {
            close.run();
        } finally {
            closed.countDown();
        }
    }

    private static void await(CountDownLatch closed) {
        try {
            closed.await(2, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
