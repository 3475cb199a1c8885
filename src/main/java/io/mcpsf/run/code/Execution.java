package io.mcpsf.run.code;

import io.mcpsf.exec.AccessLog;
import io.mcpsf.exec.ExecutionLog;
import io.mcpsf.exec.ExecutionLog.Alerted;
import io.mcpsf.exec.ExecutionLog.Breached;
import io.mcpsf.exec.ExecutionLog.Ending;
import io.mcpsf.exec.OffLimits;
import io.mcpsf.exec.ScanFinding;
import io.mcpsf.guard.BreachFinder;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Exit;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.ProtocolObservation.StderrWritten;
import io.mcpsf.model.RunObservation.PolicyViolated;
import io.mcpsf.model.RunObservation.ServerStarted;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.os.Cleanup;
import io.mcpsf.policy.Policy;
import io.mcpsf.run.guarded.FrozenState;
import io.mcpsf.run.guarded.LimitWatch;
import io.mcpsf.run.guarded.ViolationDesk;
import io.mcpsf.run.record.Recorder;
import io.mcpsf.run.request.ExecRequest;
import io.mcpsf.run.request.ExecStreams;
import io.mcpsf.run.request.GuardAlert;
import io.mcpsf.run.scene.Watches;
import io.mcpsf.run.tools.CodeServices;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.store.CaseFolder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;

/** One run of code in its sandbox, from its first instruction to its log. */
final class Execution {

    /** What is in the pipes when the last process is dead is read in no time. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(2);

    /** Beyond what the sandbox allows itself; it ends by its own clock. */
    private static final Duration FOREVER = Duration.ofDays(3650);

    private static final int EXCERPT = 8 << 10;
    private static final int MOST_BREACHES = 1_000;

    private final Executor executor;
    private final CodeScene scene;
    private final Recorder recorder;
    private final ExecStreams streams;
    private final Session session;
    private final AccessLog access = new AccessLog();
    private final List<Breached> breaches = new CopyOnWriteArrayList<>();
    private final List<Alerted> alerts = new CopyOnWriteArrayList<>();

    /** What an execution is held to, and where it is written down. */
    record Session(
            Policy policy,
            CaseFile head,
            CaseFolder folder,
            Workspace workspace,
            List<ScanFinding> scan) {}

    Execution(
            Executor executor,
            CodeScene scene,
            Recorder recorder,
            ExecStreams streams,
            Session session) {
        this.executor = executor;
        this.scene = scene;
        this.recorder = recorder;
        this.streams = streams;
        this.session = session;
    }

    /** How the program ended: by itself, or killed for a violation while it still ran. */
    record End(Optional<Exit> exit, boolean killed) {}

    ExecutionLog run(ExecRequest request) throws InterruptedException, IOException {
        Watches watches = Watches.arm(scene.sensors(), scene.spec(), scene.network().owners());
        long begin = System.nanoTime();
        End end;
        OutputPump out;
        OutputPump err;
        Sandbox.Usage usage;
        long disk;
        long millis;
        Workspace.Returned returned;
        try (var undo = new Cleanup()) {
            undo.add(watches::close);
            var killed = new CompletableFuture<Optional<Exit>>();
            var running = new AtomicReference<Optional<Sandbox>>(Optional.empty());
            ViolationDesk desk = desk(running, killed);
            undo.add(desk::close);
            Recorder.Tap tap = recorder.tap(seen -> saw(seen, desk));
            undo.add(tap::close);
            recorder.enter(Phase.START);
            recorder.saw(new ServerStarted(scene.spec().program().argv(), "code"));
            Sandbox sandbox = executor.start(watches.spec());
            undo.add(sandbox::close);
            running.set(Optional.of(sandbox));
            watches.started(sandbox);
            sandbox.pipes().stdin().close();
            Path workspace = sandbox.outside(CodeScene.WORKSPACE);
            long before = sandbox.space(CodeScene.WORKSPACE).usedBytes();
            CodeServices services = scene.services();
            out = OutputPump.start(services.masked(sandbox.pipes().stdout()), streams.out());
            err = OutputPump.start(services.masked(sandbox.pipes().stderr()), streams.err());
            try (var _ = new LimitWatch(sandbox, CodeScene.WORKSPACE, desk::report)) {
                end = await(sandbox, killed);
            }
            millis = (System.nanoTime() - begin) / 1_000_000;
            end.exit().flatMap(LimitWatch::of).ifPresent(desk::report);
            recorder.enter(Phase.STOP);
            usage = sandbox.usage();
            disk = Math.max(0, sandbox.space(CodeScene.WORKSPACE).usedBytes() - before);
            watches.ending(sandbox);
            returned = returned(workspace);
            sandbox.close();
            scene.services().close();
            out.await(LAST_WORDS);
            err.await(LAST_WORDS);
            note(err);
            scene.network().flush();
            desk.close();
            tap.close();
            // It may have ended in the very moment in which it was to be killed.
            end = new End(end.exit(), end.killed() || desk.fatal().isPresent());
        }
        recorder.finish(coverage(watches, millis));
        Ending ending = Endings.of(end, err.text());
        return new ExecutionLog(
                new ExecutionLog.Head(
                        session.head().id(),
                        session.head().started(),
                        request.language(),
                        request.code()),
                ending,
                new ExecutionLog.Output(out.text(), err.text(), out.bytes(), err.bytes()),
                new ExecutionLog.Access(
                        access.files(),
                        returned.written(),
                        returned.refused(),
                        access.network(),
                        access.tools(),
                        access.more()),
                new ExecutionLog.Resources(
                        usage.cpuMillis(), usage.memoryPeakBytes(), disk, millis),
                session.scan(),
                breaches,
                alerts);
    }

    private void saw(Seen seen, ViolationDesk desk) {
        if (seen.what() instanceof PolicyViolated(var violation, String detail, var action)) {
            if (breaches.size() < MOST_BREACHES) {
                breaches.add(new Breached(violation, detail, action));
            }
        } else {
            access.saw(seen);
            desk.saw(seen);
        }
    }

    private static End await(Sandbox sandbox, CompletableFuture<Optional<Exit>> killed)
            throws InterruptedException {
        Thread waiting =
                Thread.ofVirtual()
                        .name("end of code")
                        .start(
                                () -> {
                                    try {
                                        killed.complete(sandbox.await(FOREVER));
                                    } catch (InterruptedException e) {
                                        Thread.currentThread().interrupt();
                                    } catch (RuntimeException e) {
                                        killed.completeExceptionally(e);
                                    }
                                });
        try {
            Optional<Exit> exit = killed.get();
            return new End(exit, exit.isEmpty());
        } catch (ExecutionException e) {
            throw new IllegalStateException("lost sight of the code", e);
        } finally {
            waiting.interrupt();
        }
    }

    private ViolationDesk desk(
            AtomicReference<Optional<Sandbox>> running, CompletableFuture<Optional<Exit>> killed) {
        var finder =
                new BreachFinder(
                        session.policy(),
                        scene.spec().world().persona().home(),
                        System.getProperty("user.home", "/root"),
                        path -> Files.exists(Path.of(path), LinkOption.NOFOLLOW_LINKS),
                        OffLimits::is);
        return new ViolationDesk(
                session.policy(),
                finder,
                recorder,
                new ViolationDesk.Hearers(
                        streams.tell(), this::alert, (_, _) -> {}, "the code is killed"),
                session.head(),
                new ViolationDesk.Fate(
                        () -> running.get().ifPresent(this::freeze),
                        () -> killed.complete(Optional.empty())));
    }

    private void alert(GuardAlert alert) {
        alerts.add(
                new Alerted(alert.at(), alert.violated().violation(), alert.violated().detail()));
        streams.alert().accept(alert);
    }

    private void freeze(Sandbox sandbox) {
        // The host sees no process of a guest, only QEMU.
        if (!InVirtualMachine.is(executor) && sandbox.freeze()) {
            FrozenState.keep(sandbox.pid(), session.folder());
        } else {
            sandbox.close();
        }
    }

    private void note(OutputPump err) {
        if (err.bytes() > 0) {
            String text = err.text();
            recorder.saw(
                    new StderrWritten(
                            err.bytes(), text.substring(0, Math.min(text.length(), EXCERPT))));
        }
    }

    /** Of a sandbox that had to be closed at once, nothing is left to bring back. */
    private Workspace.Returned returned(Path copy) throws IOException {
        return Files.isDirectory(copy)
                ? session.workspace().bringBack(copy, session.policy().limits().diskBytes())
                : new Workspace.Returned(List.of(), List.of());
    }

    private Coverage coverage(Watches watches, long millis) {
        Map<Sense, SenseHealth> senses = watches.health();
        scene.network().close();
        senses.putAll(scene.network().health());
        recorder.dropped()
                .forEach(
                        (sense, lost) ->
                                senses.merge(
                                        sense,
                                        SenseHealth.lossy(0, lost, "the evidence file was full"),
                                        SenseHealth::and));
        var phases = new EnumMap<Phase, PhaseResult>(Phase.class);
        var done = new PhaseResult(PhaseResult.Status.DONE, millis, "");
        phases.put(Phase.START, done);
        phases.put(Phase.STOP, done);
        return new Coverage(
                phases, senses, new ToolCoverage(0, 0, 0), executor.capabilities().isolation());
    }
}
