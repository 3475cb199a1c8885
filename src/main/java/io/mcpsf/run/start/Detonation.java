package io.mcpsf.run.start;

import io.mcpsf.interrogate.InterrogationOutcome;
import io.mcpsf.mcp.Drain;
import io.mcpsf.mcp.Transcript;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Exit;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.RunObservation.ServerEnded;
import io.mcpsf.model.RunObservation.ServerStarted;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.os.Cleanup;
import io.mcpsf.run.question.Held;
import io.mcpsf.run.question.Meanwhile;
import io.mcpsf.run.question.Questioning;
import io.mcpsf.run.record.LastWords;
import io.mcpsf.run.record.Recorder;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.scene.Scene;
import io.mcpsf.run.scene.Watches;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.SandboxSpec;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;

/** One start of the server in a sandbox: watched, questioned, stopped, and accounted for. */
final class Detonation {

    /** How long a server that hung up may take to show that it died by itself. */
    private static final Duration HANGING_UP = Duration.ofSeconds(10);

    /** How long the last words on standard error may take after the server is gone. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    private final Executor executor;
    private final Scene scene;
    private final Recorder recorder;
    private final Progress progress;
    private final Meanwhile meanwhile;

    Detonation(
            Executor executor,
            Scene scene,
            Recorder recorder,
            Progress progress,
            Meanwhile meanwhile) {
        this.meanwhile = meanwhile;
        this.executor = executor;
        this.scene = scene;
        this.recorder = recorder;
        this.progress = progress;
    }

    /**
     * What one start came to: whether the server told its tools, and when it did not, how it ended
     * and its last words.
     */
    record Run(Coverage coverage, boolean listed, Optional<Exit> ended, String stderr) {}

    /** Runs it all; whatever happens, nothing of the sandbox is left. */
    Run run(Transcript transcript, RandomGenerator chance) throws InterruptedException {
        var phases = new EnumMap<Phase, PhaseResult>(Phase.class);
        Watches watches = Watches.arm(scene.sensors(), scene.spec(), scene.network().owners());
        var restarts = new Restarts(executor, scene, recorder, transcript);
        InterrogationOutcome talk;
        Optional<Exit> ended;
        Drain stderr;
        try (var undo = new Cleanup()) {
            undo.add(watches::close);
            Sandbox sandbox = start(watches.spec(), phases);
            undo.add(sandbox::close);
            watches.started(sandbox);
            var stopping = new AtomicBoolean();
            // Who closes the sandbox without stopping the server first was interrupted, or failed.
            undo.add(() -> stopping.set(true));
            Thread end =
                    Thread.ofVirtual()
                            .name("end of the server")
                            .start(() -> noteEnd(sandbox, stopping));
            stderr = LastWords.listen(sandbox.pipes().stderr(), recorder);
            var live = new Live(sandbox, watches, stderr, stopping, end);

            undo.add(restarts::close);
            var held = new Held(scene.hold(), sandbox, scene.spec().world().persona().home());
            talk =
                    new Questioning(
                                    scene,
                                    recorder,
                                    progress,
                                    sandbox,
                                    transcript,
                                    restarts::next,
                                    meanwhile,
                                    held)
                            .run(chance);
            phases.putAll(talk.phases());

            held.once();
            ended = stop(live, talk.closedOnUs(), phases);
        }
        Map<Sense, SenseHealth> senses = watches.health();
        restarts.health()
                .forEach((sense, account) -> senses.merge(sense, account, SenseHealth::and));
        scene.network().close();
        senses.putAll(scene.network().health());
        senses.put(Sense.PROTOCOL, SenseHealth.full(talk.tally().received().lines()));
        recorder.dropped()
                .forEach(
                        (sense, lost) ->
                                senses.merge(
                                        sense,
                                        SenseHealth.lossy(0, lost, "the evidence file was full"),
                                        SenseHealth::and));
        var coverage =
                new Coverage(phases, senses, talk.tools(), executor.capabilities().isolation());
        return new Run(
                coverage,
                talk.tools().listed() > 0 || done(phases.get(Phase.LIST)),
                ended,
                new String(stderr.beginning(), StandardCharsets.UTF_8));
    }

    private Sandbox start(SandboxSpec spec, Map<Phase, PhaseResult> phases) {
        recorder.enter(Phase.START);
        progress.phase(Phase.START, String.join(" ", spec.program().argv()));
        long begin = System.nanoTime();
        recorder.saw(new ServerStarted(spec.program().argv(), scene.why()));
        Sandbox sandbox = executor.start(spec);
        PhaseResult result = new PhaseResult(PhaseResult.Status.DONE, millisSince(begin), "");
        phases.put(Phase.START, result);
        progress.done(Phase.START, result);
        return sandbox;
    }

    /** Ends the server, and says how it had ended before it was asked to. */
    private Optional<Exit> stop(Live live, boolean hungUp, Map<Phase, PhaseResult> phases)
            throws InterruptedException {
        // A server that hung up on us is given the time to show that it died by itself.
        Optional<Exit> before = live.sandbox().await(hungUp ? HANGING_UP : Duration.ZERO);
        if (before.isPresent()) {
            // Its end is noted as its own doing, before anything here counts as asked for.
            live.end().join(LAST_WORDS);
        }
        live.stopping().set(true);
        recorder.enter(Phase.STOP);
        progress.phase(Phase.STOP, "");
        long begin = System.nanoTime();
        live.sandbox().await(scene.shutdownGrace());
        live.watches().ending(live.sandbox());
        live.sandbox().close();
        live.end().join(LAST_WORDS);
        live.stderr().await(LAST_WORDS);
        new LastWords(scene.canaries(), recorder).record(live.stderr());
        if (before.isPresent() && !done(phases.get(Phase.HANDSHAKE))) {
            String why =
                    "the server %s before it answered%s"
                            .formatted(before.get().words(), LastWords.quoted(live.stderr()));
            phases.computeIfPresent(
                    Phase.START,
                    (_, was) -> new PhaseResult(PhaseResult.Status.FAILED, was.millis(), why));
        }
        PhaseResult result = new PhaseResult(PhaseResult.Status.DONE, millisSince(begin), "");
        phases.put(Phase.STOP, result);
        progress.done(Phase.STOP, result);
        return before;
    }

    private void noteEnd(Sandbox sandbox, AtomicBoolean stopping) {
        try {
            Optional<Exit> exit = sandbox.await(Duration.ofDays(1));
            exit.ifPresent(end -> recorder.saw(ended(end, stopping.get() || sandbox.closing())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static ServerEnded ended(Exit exit, boolean asked) {
        return switch (exit) {
            case Exit.Code(int value) -> new ServerEnded("code", value, asked);
            case Exit.Signal(int number) -> new ServerEnded("signal", number, asked);
            case Exit.TimedOut() -> new ServerEnded("timeout", 0, asked);
            case Exit.OutOfMemory() -> new ServerEnded("memory", 0, asked);
            case Exit.TooManyProcesses() -> new ServerEnded("processes", 0, asked);
            case Exit.Lost _ -> new ServerEnded("signal", 9, asked);
        };
    }

    private static boolean done(@Nullable PhaseResult result) {
        return result != null && result.status() == PhaseResult.Status.DONE;
    }

    private static long millisSince(long begin) {
        return (System.nanoTime() - begin) / 1_000_000;
    }

    /** A sandbox that runs, with those who watch it and what it says on standard error. */
    private record Live(
            Sandbox sandbox, Watches watches, Drain stderr, AtomicBoolean stopping, Thread end) {}
}
