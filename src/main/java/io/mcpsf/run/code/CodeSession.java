package io.mcpsf.run.code;

import io.mcpsf.boundary.MaskedChunks;
import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.exec.ExecutionLog;
import io.mcpsf.exec.ExecutionLog.Ending;
import io.mcpsf.exec.ExecutionLog.Status;
import io.mcpsf.exec.ScanFinding;
import io.mcpsf.json.Json;
import io.mcpsf.os.TreeCopy;
import io.mcpsf.policy.Policy;
import io.mcpsf.run.request.Approver;
import io.mcpsf.run.request.CodeEvent;
import io.mcpsf.run.request.ExecOutcome;
import io.mcpsf.run.request.SessionEndedException;
import io.mcpsf.run.tools.CodeServices;
import io.mcpsf.run.tools.PrivacyGate;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.text.Printable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A sandbox that stays: code after code runs in it with its state kept, programs beside them, and
 * files come and go, until it is closed or ends for a violation. Code runs one piece at a time.
 */
public final class CodeSession implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(60);

    /** The agent kills what ran too long and all that detached from it. */
    private static final Duration SWEEP = Duration.ofSeconds(10);

    private static final Duration FREEZE = Duration.ofSeconds(10);
    private static final int MOST_PROGRAMS = 64;
    private static final int MOST_RESULTS = 1_000;
    private static final int LINE = 300;

    private final SessionChamber chamber;
    private final SessionAgent agent;
    private final SessionFiles files;
    private final PreScan scanner;
    private final Edges edges;
    private final Semaphore turn = new Semaphore(1, true);
    private final Semaphore programs = new Semaphore(MOST_PROGRAMS);
    private volatile boolean paused;

    /** What is to be run, and where: a context keeps its variables apart from those of others. */
    public record Code(
            CodeLanguage language,
            String code,
            String context,
            Map<String, String> env,
            Duration atMost) {
        public Code {
            env = Map.copyOf(env);
        }
    }

    /** A program to start. No columns means no terminal. */
    public record Program(
            List<String> argv,
            Map<String, String> env,
            String folder,
            boolean input,
            int columns,
            int rows) {
        public Program {
            argv = List.copyOf(argv);
            env = Map.copyOf(env);
        }
    }

    /** Resources at this moment; -1 for what this host cannot count. */
    public record Use(
            long cpuMillis,
            long memoryBytes,
            long memoryPeakBytes,
            long diskBytes,
            Policy.ResourceLimits limits) {}

    /** What stands between it and the rest of the world. */
    record Edges(Approver approver, CodeServices services, PrivacyGate privacy) {}

    CodeSession(SessionChamber chamber, PreScan scanner, Edges edges) throws InterruptedException {
        this.chamber = chamber;
        this.edges = edges;
        this.scanner = scanner;
        Sandbox.Pipes pipes = chamber.sandbox().pipes();
        this.agent = SessionAgent.start(pipes.stdin(), pipes.stdout(), chamber::lost);
        this.files = new SessionFiles(agent, edges.privacy(), this::check);
        agent.awaitReady(START);
    }

    public String id() {
        return chamber.id();
    }

    /** Why it is over; empty while it lives. */
    public Optional<String> over() {
        return chamber.over();
    }

    public SessionFiles files() {
        return files;
    }

    /** Runs code to its end. What it writes and shows is told as it comes; that must be quick. */
    public ExecOutcome execute(Code ask, Consumer<CodeEvent> events) throws InterruptedException {
        check();
        // A person may take long, and other code may run meanwhile.
        List<ScanFinding> scan =
                PreScan.approved(
                        scanner.look(ask.language(), ask.code(), chamber.policy()),
                        edges.approver());
        turn.acquire();
        try {
            check();
            SessionExecution execution = chamber.log(ask.language(), ask.code(), scan);
            if (PreScan.refuses(scan)) {
                String why = PreScan.refusal(scan);
                events.accept(new CodeEvent.Failed("Refused", why, ""));
                return chamber.finish(
                        execution,
                        new Ending(Status.REFUSED, Endings.REFUSED, List.of(why)),
                        ExecutionLog.Resources.none());
            }
            return run(ask, execution, events);
        } finally {
            turn.release();
        }
    }

    private ExecOutcome run(Code ask, SessionExecution execution, Consumer<CodeEvent> events)
            throws InterruptedException {
        SessionChamber.Meter meter = chamber.meter();
        chamber.begin(execution);
        var hearing = new Hearing(execution, events);
        long number = agent.listen(hearing::heard);
        hearing.number = number;
        try {
            ObjectNode env = Json.object();
            ask.env().forEach(env::put);
            agent.send(
                    number,
                    "code",
                    Json.object()
                            .put("context", ask.context())
                            .put("language", ask.language().word())
                            .put("code", ask.code())
                            .set("env", env));
            Ending ending = ending(ask, hearing);
            return chamber.finish(execution, ending, meter.read(execution.millis()));
        } catch (SessionEndedException e) {
            return chamber.finish(execution, killed(), meter.read(execution.millis()));
        } finally {
            agent.forget(number);
            chamber.leave(execution);
        }
    }

    private Ending ending(Code ask, Hearing hearing) throws InterruptedException {
        long seconds = chamber.policy().limits().seconds();
        long limit =
                seconds == Policy.ResourceLimits.NO_END
                        ? ask.atMost().toMillis()
                        : Math.min(ask.atMost().toMillis(), seconds * 1000);
        boolean interrupted = false;
        try {
            int code = hearing.end.get(limit, TimeUnit.MILLISECONDS);
            if (code == Endings.KILLED) {
                chamber.lookForMemory();
            }
            if (chamber.over().isPresent()) {
                return killed();
            }
            var errors = new ArrayList<String>(hearing.errors);
            if (code != 0 && errors.isEmpty()) {
                errors.add("exit code " + code);
            }
            return new Ending(Status.DONE, code, errors);
        } catch (TimeoutException e) {
            interrupted = false;
        } catch (InterruptedException e) {
            interrupted = true;
        } catch (ExecutionException e) {
            return killed();
        }
        stop(ask.context());
        if (interrupted) {
            Thread.currentThread().interrupt();
            return new Ending(Status.KILLED, Endings.KILLED, List.of("cancelled"));
        }
        chamber.tookTooLong();
        return new Ending(
                Status.TIMED_OUT, Endings.TIMED_OUT, List.of("timed out; its variables are gone"));
    }

    /** Ends the kernel and whatever detached from it; when even that fails, the whole session. */
    private void stop(String context) {
        boolean interrupted = Thread.interrupted();
        try {
            agent.ask(
                    "drop",
                    Json.object().put("context", context).put("sweep", true),
                    chamber.patience(SWEEP));
        } catch (SessionEndedException e) {
            chamber.end("it could not be stopped");
        } catch (InterruptedException e) {
            interrupted = true;
            chamber.end("it could not be stopped");
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Ending killed() {
        String why = chamber.over().orElse("the session ended");
        return new Ending(Status.KILLED, Endings.KILLED, List.of(why));
    }

    /** What is heard of one execution. */
    private final class Hearing {
        private final SessionExecution execution;
        private final Consumer<CodeEvent> events;
        private final CompletableFuture<Integer> end = new CompletableFuture<>();
        private final List<String> errors = new java.util.concurrent.CopyOnWriteArrayList<>();
        private final AtomicInteger unread = new AtomicInteger();
        private final MaskedChunks out = edges.services().chunks();
        private final MaskedChunks err = edges.services().chunks();
        private volatile long number;
        private int results;

        Hearing(SessionExecution execution, Consumer<CodeEvent> events) {
            this.execution = execution;
            this.events = events;
        }

        void heard(JsonNode hostile) {
            switch (Json.text(hostile, "ev")) {
                case "out" -> wrote(CodeEvent.Stream.STDOUT, hostile);
                case "err" -> wrote(CodeEvent.Stream.STDERR, hostile);
                case "result" -> {
                    if (results++ < MOST_RESULTS
                            && hostile.path("data") instanceof ObjectNode data) {
                        events.accept(
                                new CodeEvent.Result(
                                        masked(data), hostile.path("main").asBoolean(false)));
                    }
                }
                case "error" -> {
                    var failed =
                            new CodeEvent.Failed(
                                    masked(hostile, "name"),
                                    masked(hostile, "value"),
                                    masked(hostile, "traceback"));
                    errors.add(Printable.line(failed.name() + ": " + failed.value(), LINE));
                    events.accept(failed);
                }
                case "end" -> {
                    rest();
                    end.complete(hostile.path("code").asInt(1));
                }
                case "fail" -> {
                    rest();
                    String why = Json.text(hostile, "text");
                    errors.add(Printable.line(why, LINE));
                    end.complete(why.isEmpty() ? Endings.KILLED : 1);
                }
                default -> {}
            }
        }

        private void wrote(CodeEvent.Stream stream, JsonNode hostile) {
            byte[] bytes;
            try {
                bytes = Base64.getDecoder().decode(Json.text(hostile, "d"));
            } catch (IllegalArgumentException e) {
                return;
            }
            pass(stream, (stream == CodeEvent.Stream.STDERR ? err : out).take(bytes));
            agent.acknowledge(number, unread, bytes.length);
        }

        /** What may have been the beginning of a secret was none. */
        private void rest() {
            pass(CodeEvent.Stream.STDOUT, out.rest());
            pass(CodeEvent.Stream.STDERR, err.rest());
        }

        private void pass(CodeEvent.Stream stream, byte[] bytes) {
            int within = execution.wrote(stream, bytes);
            if (within > 0) {
                events.accept(
                        new CodeEvent.Written(stream, java.util.Arrays.copyOf(bytes, within)));
            }
        }

        private String masked(JsonNode hostile, String member) {
            return edges.services().masked(Json.text(hostile, member));
        }

        private ObjectNode masked(ObjectNode hostile) {
            String text = Json.text(hostile);
            String masked = edges.services().masked(text);
            return masked.equals(text) ? hostile : (ObjectNode) Json.read(masked);
        }
    }

    /** Forgets a context: its kernel ends, and its variables are gone. */
    public void drop(String context) throws InterruptedException {
        check();
        agent.ask("drop", Json.object().put("context", context), SWEEP);
    }

    /** Starts a program beside the code. It ends with the session, if not before. */
    public RunningProgram start(Program ask) throws InterruptedException {
        check();
        if (!programs.tryAcquire()) {
            throw new io.mcpsf.run.request.SessionFileException(
                    "EAGAIN", "more than " + MOST_PROGRAMS + " programs at once");
        }
        List<ScanFinding> scan = List.of();
        SessionExecution execution =
                chamber.log(CodeLanguage.BASH, String.join(" ", ask.argv()), scan);
        SessionChamber.Meter meter = chamber.meter();
        chamber.begin(execution);
        var program =
                new RunningProgram(
                        agent,
                        ask.argv(),
                        edges.services()::chunks,
                        written -> execution.wrote(written.stream(), written.bytes()));
        var _ =
                program.ended()
                        .thenAcceptAsync(
                                code -> {
                                    programs.release();
                                    chamber.leave(execution);
                                    boolean killed = chamber.over().isPresent();
                                    chamber.finish(
                                            execution,
                                            killed
                                                    ? killed()
                                                    : new Ending(
                                                            Status.DONE,
                                                            code,
                                                            code == 0
                                                                    ? List.of()
                                                                    : List.of("exit code " + code)),
                                            meter.read(execution.millis()));
                                },
                                task -> Thread.ofVirtual().start(task));
        agent.send(program.number(), "start", words(ask));
        program.awaitStart(START);
        return program;
    }

    private static ObjectNode words(Program ask) {
        ObjectNode words = Json.object().put("cwd", ask.folder()).put("stdin", ask.input());
        ask.argv().forEach(words.putArray("argv")::add);
        ObjectNode env = words.putObject("env");
        ask.env().forEach(env::put);
        if (ask.columns() > 0) {
            words.putObject("pty").put("cols", ask.columns()).put("rows", ask.rows());
        }
        return words;
    }

    public boolean paused() {
        return paused;
    }

    /** Lets nothing in it run until it is resumed; false when this host cannot do that. */
    public synchronized boolean pause() {
        check();
        // Who waits for an answer of our sensors stands still only when it has come.
        long end = System.nanoTime() + FREEZE.toNanos();
        do {
            paused = chamber.sandbox().freeze();
        } while (!paused && System.nanoTime() < end);
        if (!paused) {
            chamber.sandbox().thaw();
        }
        return paused;
    }

    public synchronized void resume() {
        if (paused) {
            chamber.sandbox().thaw();
            paused = false;
        }
    }

    /**
     * Copies its files to this folder, one folder for each place by the name in the map. Nothing
     * runs meanwhile, where that can be had. Memory is not in it.
     */
    public synchronized Map<String, Path> snapshot(Path to) throws IOException {
        if (chamber.over().isPresent()) {
            throw new SessionEndedException("the session has ended");
        }
        if (!paused) {
            boolean _ = chamber.sandbox().freeze();
        }
        try {
            Map<String, Path> made = places(to);
            var caps = new TreeCopy.Caps(100_000, chamber.policy().limits().diskBytes(), 64);
            for (Map.Entry<String, Path> place : made.entrySet()) {
                chamber.sandbox().copy(place.getKey(), place.getValue(), caps);
            }
            return made;
        } finally {
            // Also when not all of it stood still in time: it would stop a moment later.
            if (!paused) {
                chamber.sandbox().thaw();
            }
        }
    }

    /** Where each place of a session is found in a folder that one was copied to. */
    public static Map<String, Path> places(Path copied) {
        var places = new LinkedHashMap<String, Path>();
        for (String place : SessionChamber.PLACES) {
            places.put(place, copied.resolve("place" + places.size()));
        }
        return places;
    }

    public Use use() {
        return chamber.use();
    }

    /** Ends everything in it; what it left in logs stays. */
    @Override
    public void close() {
        chamber.close();
    }

    /** Completed when it is over and nothing of it is left. */
    public CompletableFuture<String> closed() {
        return chamber.closed();
    }

    private void check() {
        if (chamber.over().isPresent()) {
            throw new SessionEndedException("the session has ended: " + chamber.over().get());
        }
        if (paused) {
            throw new SessionEndedException("the session is paused");
        }
    }
}
