package io.mcpsf.run.code;

import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.exec.ExecutionLog;
import io.mcpsf.exec.ExecutionLog.Alerted;
import io.mcpsf.exec.OffLimits;
import io.mcpsf.exec.ScanFinding;
import io.mcpsf.guard.BreachFinder;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Exit;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.RunObservation.PolicyViolated;
import io.mcpsf.model.RunObservation.ServerStarted;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.model.Violation;
import io.mcpsf.os.Cleanup;
import io.mcpsf.policy.Policy;
import io.mcpsf.run.guarded.FrozenState;
import io.mcpsf.run.guarded.LimitWatch;
import io.mcpsf.run.guarded.ViolationDesk;
import io.mcpsf.run.record.Recorder;
import io.mcpsf.run.request.ExecOutcome;
import io.mcpsf.run.request.GuardAlert;
import io.mcpsf.run.scene.Watches;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.store.CaseFolder;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The sandbox of a session with its network, sensors, limits and evidence: what holds the code, and
 * what ends it. It ends once, for one reason.
 */
final class SessionChamber {

    /** The writable places that a session's files are in. */
    static final List<String> PLACES = List.of(CodeScene.WORKSPACE, "/home/user", "/tmp");

    private static final Duration CLOSING = Duration.ofSeconds(5);

    private final Parts parts;
    private final Watches watches;
    private final SessionNotebook notebook;
    private final ViolationDesk desk;
    private final Sandbox sandbox;
    private final AtomicReference<Optional<Sandbox>> started =
            new AtomicReference<>(Optional.empty());
    private final AtomicReference<Cleanup> held = new AtomicReference<>(new Cleanup());
    private final List<SessionExecution> running = new CopyOnWriteArrayList<>();
    private final AtomicReference<Optional<String>> over = new AtomicReference<>(Optional.empty());
    private final AtomicBoolean closing = new AtomicBoolean();
    private final AtomicInteger unfinished = new AtomicInteger();
    private final CompletableFuture<String> closed = new CompletableFuture<>();
    private final long begin = System.nanoTime();

    /** What a chamber is made of; {@code heads} makes the folder and head of an execution. */
    record Parts(
            Executor executor,
            CodeScene scene,
            Policy policy,
            Recorder recorder,
            CaseFile head,
            CaseFolder folder,
            Heads heads,
            Consumer<GuardAlert> alert,
            Consumer<ExecOutcome> done) {}

    /** Begins the log of an execution. */
    @FunctionalInterface
    interface Heads {
        SessionExecution log(CodeLanguage language, String code, List<ScanFinding> scan);
    }

    private SessionChamber(Parts parts, Watches watches, SessionNotebook notebook, Cleanup undo) {
        this.parts = parts;
        this.watches = watches;
        this.notebook = notebook;
        this.desk = desk();
        undo.add(desk::close);
        notebook.add(this::saw);
        notebook.enter(Phase.START);
        notebook.saw(new ServerStarted(parts.scene().spec().program().argv(), "session"));
        this.sandbox = parts.executor().start(watches.spec());
        undo.add(sandbox::close);
        started.set(Optional.of(sandbox));
        watches.started(sandbox);
        OutputPump.start(sandbox.pipes().stderr(), OutputStream.nullOutputStream());
        var limits = new LimitWatch(sandbox, CodeScene.WORKSPACE, desk::report);
        undo.add(limits::close);
    }

    /** Starts the sandbox, or throws and leaves nothing behind. */
    static SessionChamber start(Parts parts, SessionNotebook notebook, Cleanup undo) {
        Watches watches =
                Watches.arm(
                        parts.scene().sensors(),
                        parts.scene().spec(),
                        parts.scene().network().owners());
        undo.add(watches::close);
        return new SessionChamber(parts, watches, notebook, undo);
    }

    String id() {
        return parts.head().id();
    }

    Policy policy() {
        return parts.policy();
    }

    Sandbox sandbox() {
        return sandbox;
    }

    SessionNotebook notebook() {
        return notebook;
    }

    Optional<String> over() {
        return over.get();
    }

    CompletableFuture<String> closed() {
        return closed;
    }

    SessionExecution log(CodeLanguage language, String code, List<ScanFinding> scan) {
        unfinished.incrementAndGet();
        return parts.heads().log(language, code, scan);
    }

    /** From here on it hears what is seen. */
    void begin(SessionExecution execution) {
        running.add(execution);
    }

    void leave(SessionExecution execution) {
        running.remove(execution);
    }

    ExecOutcome finish(
            SessionExecution execution, ExecutionLog.Ending ending, ExecutionLog.Resources used) {
        if (over().isEmpty()) {
            parts.scene().network().flush();
        }
        settle();
        leave(execution);
        try {
            ExecOutcome outcome =
                    execution.finish(settled(ending), used, coverage(execution.millis()));
            parts.done().accept(outcome);
            return outcome;
        } finally {
            unfinished.decrementAndGet();
        }
    }

    /** What it did is named before its log is written: code may be quicker than the desk. */
    private void settle() {
        try {
            desk.settle();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whoever ends in the moment of being killed was killed. */
    private ExecutionLog.Ending settled(ExecutionLog.Ending ending) {
        return ending.status() == ExecutionLog.Status.DONE && desk.fatal().isPresent()
                ? new ExecutionLog.Ending(
                        ExecutionLog.Status.KILLED,
                        Endings.KILLED,
                        List.of(over().orElse("the session ended")))
                : ending;
    }

    /** What is used between its making and its reading; the peak of memory is the session's. */
    final class Meter {
        private final Sandbox.Usage before = sandbox.usage();
        private final long disk = used();

        ExecutionLog.Resources read(long millis) {
            Sandbox.Usage after = sandbox.usage();
            return new ExecutionLog.Resources(
                    after.cpuMillis() < 0
                            ? -1
                            : Math.max(0, after.cpuMillis() - before.cpuMillis()),
                    after.memoryPeakBytes(),
                    grown(used()),
                    millis);
        }

        private long grown(long now) {
            return disk < 0 || now < 0 ? -1 : Math.max(0, now - disk);
        }
    }

    Meter meter() {
        return new Meter();
    }

    /** What takes a moment in a sandbox takes longer where the processor is emulated. */
    Duration patience(Duration usual) {
        return InVirtualMachine.is(parts.executor())
                ? usual.multipliedBy(InVirtualMachine.SLOWER)
                : usual;
    }

    CodeSession.Use use() {
        Sandbox.Usage usage = sandbox.usage();
        return new CodeSession.Use(
                usage.cpuMillis(),
                sandbox.memoryNow(),
                usage.memoryPeakBytes(),
                used(),
                policy().limits());
    }

    /** Its first process is gone: for want of memory, where the kernel says so. */
    void lost() {
        boolean starved = sandbox.usage().memoryKills() > 0;
        if (starved) {
            LimitWatch.of(new Exit.OutOfMemory()).ifPresent(desk::report);
        }
        end(starved ? "killed for a violation of the policy: MEMORY_EXCEEDED" : failure());
    }

    /** A machine that fails says so; anything else has just ended. */
    private String failure() {
        if (over().isPresent() || !InVirtualMachine.is(parts.executor())) {
            return "it ended";
        }
        try {
            return sandbox.await(CLOSING)
                    .filter(exit -> exit instanceof Exit.Lost)
                    .map(Exit::words)
                    .orElse("it ended");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "it ended";
        }
    }

    /** Ends it for this reason, unless it has ended already; the rest is done beside. */
    void end(String why) {
        if (over.compareAndSet(Optional.empty(), Optional.of(why))) {
            Thread.ofVirtual().name("end of a session").start(this::close);
        }
    }

    void close() {
        over.compareAndSet(Optional.empty(), Optional.of("closed"));
        if (!closing.compareAndSet(false, true)) {
            closed.join();
            return;
        }
        try {
            sandbox.thaw();
            notebook.enter(Phase.STOP);
            watches.ending(sandbox);
            sandbox.close();
            parts.scene().network().flush();
            held.get().close();
            awaitLogs();
        } finally {
            closed.complete(over.get().orElse("closed"));
        }
    }

    /** What ran to the end is written down before anybody is told that all is over. */
    private void awaitLogs() {
        long end = System.nanoTime() + CLOSING.toNanos();
        while (unfinished.get() > 0 && System.nanoTime() < end) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Takes over what is to be undone at its end. */
    void hold(Cleanup undo) {
        held.set(undo);
        if (closing.get()) {
            undo.close(); // It ended meanwhile.
        }
    }

    /**
     * A process was killed: when the kernel did that for want of memory, the violation is dealt
     * with before anybody is told of the end.
     */
    void lookForMemory() throws InterruptedException {
        if (sandbox.usage().memoryKills() > 0) {
            LimitWatch.of(new Exit.OutOfMemory()).ifPresent(desk::report);
            if (policy().about(Violation.MEMORY_EXCEEDED) == Violation.Action.KILL) {
                try {
                    closed.get(CLOSING.toMillis(), TimeUnit.MILLISECONDS);
                } catch (ExecutionException | TimeoutException e) {
                    return; // It will be told by others.
                }
            }
        }
    }

    /** The last thing that is written of it, when its sensors are closed. */
    Coverage coverage(long millis) {
        Map<Sense, SenseHealth> senses = watches.health();
        senses.putAll(parts.scene().network().health());
        var done = new PhaseResult(PhaseResult.Status.DONE, millis, "");
        return new Coverage(
                Map.of(Phase.START, done),
                senses,
                new ToolCoverage(0, 0, 0),
                parts.executor().capabilities().isolation());
    }

    long millis() {
        return (System.nanoTime() - begin) / 1_000_000;
    }

    private void saw(Seen seen) {
        running.forEach(execution -> execution.saw(seen));
        desk.saw(seen);
    }

    private ViolationDesk desk() {
        var finder =
                new BreachFinder(
                        policy(),
                        parts.scene().spec().world().persona().home(),
                        System.getProperty("user.home", "/root"),
                        path -> Files.exists(Path.of(path), LinkOption.NOFOLLOW_LINKS),
                        OffLimits::is);
        return new ViolationDesk(
                policy(),
                finder,
                notebook,
                new ViolationDesk.Hearers(
                        _ -> {}, this::alert, (_, _) -> {}, "the session is killed"),
                parts.head(),
                new ViolationDesk.Fate(this::freeze, this::kill));
    }

    private void alert(GuardAlert alert) {
        var told = new Alerted(alert.at(), alert.violated().violation(), alert.violated().detail());
        running.forEach(execution -> execution.alerted(told));
        parts.alert().accept(alert);
    }

    /** Code had to be stopped; the session goes on. */
    void tookTooLong() {
        var violated =
                new PolicyViolated(
                        Violation.TIME_EXCEEDED,
                        Violation.TIME_EXCEEDED.meaning(),
                        Violation.Action.KILL);
        notebook.saw(violated);
        alert(new GuardAlert(Instant.now(), parts.head(), violated));
    }

    private void kill() {
        String why = desk.fatal().map(violation -> ": " + violation).orElse("");
        end("killed for a violation of the policy" + why);
    }

    private void freeze() {
        started.get()
                .ifPresent(
                        box -> {
                            // The host sees no process of a guest, only QEMU.
                            if (!InVirtualMachine.is(parts.executor()) && box.freeze()) {
                                FrozenState.keep(box.pid(), parts.folder());
                            } else {
                                box.close();
                            }
                        });
    }

    /** Bytes of the session's files, or -1 when they are gone or nobody knows. */
    private long used() {
        Sandbox.Space space = sandbox.space(CodeScene.WORKSPACE);
        return space.freeBytes() == Long.MAX_VALUE ? -1 : space.usedBytes();
    }
}
