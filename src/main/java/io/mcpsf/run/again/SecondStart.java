package io.mcpsf.run.again;

import io.mcpsf.interrogate.Interrogation;
import io.mcpsf.interrogate.Revisit;
import io.mcpsf.mcp.Drain;
import io.mcpsf.mcp.Identity;
import io.mcpsf.mcp.McpClient;
import io.mcpsf.mcp.Transcript;
import io.mcpsf.mcp.Transport;
import io.mcpsf.model.Notebook;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Observation.EndpointSeen;
import io.mcpsf.model.Observation.ServerStarted;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.os.Cleanup;
import io.mcpsf.run.question.OpenedPorts;
import io.mcpsf.run.record.LastWords;
import io.mcpsf.run.record.Recorder;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.scene.Scene;
import io.mcpsf.run.scene.SceneBuilder;
import io.mcpsf.run.scene.Watches;
import io.mcpsf.run.start.Starts;
import io.mcpsf.sandbox.Capabilities;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.SandboxSpec;
import io.mcpsf.store.CaseFolder;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Starts the server again in fresh sandboxes and asks briefly: for another client and on what looks
 * like a build machine; as before but a year later; and, where it is asked for, on another kernel.
 * A server that shows each its own face, or waits for its day, shows it here. Each has a phase of
 * its own.
 */
public final class SecondStart {

    private static final Duration A_YEAR = Duration.ofDays(366);
    private static final Duration ONE_CALL = Duration.ofSeconds(1);
    private static final Duration WHOLE = Duration.ofSeconds(10);
    private static final Duration SHUTDOWN_GRACE = Duration.ofMillis(100);
    private static final Duration LAST_WORDS = Duration.ofMillis(500);
    private static final Identity OTHER = new Identity("cursor-vscode", "1.0.0", List.of());

    private static final Map<String, String> BUILD_MACHINE =
            Map.of(
                    "CI", "true",
                    "GITHUB_ACTIONS", "true",
                    "GITHUB_WORKFLOW", "build",
                    "RUNNER_OS", "Linux");

    /**
     * What is different this time. The first start makes the listings 1 and 2, so these go on with
     * 3.
     */
    private enum Occasion {
        OTHER_CLIENT(Phase.RESTART, 3, "a second time", SHUTDOWN_GRACE),
        LATER_DAY(Phase.LATER, 4, "a year later", SHUTDOWN_GRACE),
        /** As the other client, with time for what a slow kernel delays. */
        OTHER_KERNEL(Phase.KERNEL, 5, "on another kernel", Duration.ofSeconds(2));

        private final Phase phase;
        private final int listing;
        private final String words;
        private final Duration shutdownGrace;

        Occasion(Phase phase, int listing, String words, Duration shutdownGrace) {
            this.phase = phase;
            this.listing = listing;
            this.words = words;
            this.shutdownGrace = shutdownGrace;
        }

        SandboxSpec of(SandboxSpec spec) {
            var env = new LinkedHashMap<>(spec.program().env());
            if (this != LATER_DAY) {
                env.putAll(BUILD_MACHINE);
            }
            return new SandboxSpec(
                    new SandboxSpec.Program(spec.program().argv(), env, spec.program().folder()),
                    spec.places(),
                    spec.limits(),
                    this == LATER_DAY ? spec.world().later(A_YEAR) : spec.world(),
                    spec.listener());
        }

        Interrogation.Settings of(Interrogation.Settings usual) {
            return this == LATER_DAY ? usual : usual.by(OTHER);
        }

        String transcript() {
            return "transcript-" + phase.name().toLowerCase(Locale.ROOT) + ".jsonl";
        }
    }

    private final SceneBuilder stage;
    private final Executor executor;
    private final Recorder recorder;
    private final Progress progress;
    private final CaseFolder folder;
    private final FirstCalls calls;
    private final AtomicBoolean overHttp;

    public SecondStart(
            SceneBuilder stage,
            Executor executor,
            Recorder recorder,
            Progress progress,
            CaseFolder folder) {
        this(stage, executor, recorder, progress, folder, new FirstCalls(), new AtomicBoolean());
        recorder.tap(calls);
        recorder.tap(
                seen -> {
                    if (seen.what() instanceof EndpointSeen) {
                        overHttp.set(true);
                    }
                });
    }

    private SecondStart(
            SceneBuilder stage,
            Executor executor,
            Recorder recorder,
            Progress progress,
            CaseFolder folder,
            FirstCalls calls,
            AtomicBoolean overHttp) {
        this.calls = calls;
        this.overHttp = overHttp;
        this.stage = stage;
        this.executor = executor;
        this.recorder = recorder;
        this.progress = progress;
        this.folder = folder;
    }

    /** The same start again, for another client and on a later day. */
    public Map<Phase, PhaseResult> after(Starts.Start first)
            throws InterruptedException, IOException {
        var results = new EnumMap<Phase, PhaseResult>(Phase.class);
        results.put(Phase.RESTART, run(first, Occasion.OTHER_CLIENT));
        // The clock is the host's kernel's to show: another one cannot be set from here.
        if (!executor.capabilities().enforces(Capabilities.OWN_KERNEL)) {
            results.put(Phase.LATER, run(first, Occasion.LATER_DAY));
        }
        return results;
    }

    /**
     * The same start and questions as for the other client, with another executor. Nothing for a
     * server that listens: one kernel's ports are reached otherwise than another's.
     */
    Optional<PhaseResult> on(Executor other, Starts.Start first)
            throws InterruptedException, IOException {
        var there = new SecondStart(stage, other, recorder, progress, folder, calls, overHttp);
        return overHttp.get()
                ? Optional.empty()
                : Optional.of(there.run(first, Occasion.OTHER_KERNEL));
    }

    /**
     * What came of it. It is always DONE: that a server behaves differently is evidence, and what
     * the first start showed is complete without this.
     */
    private PhaseResult run(Starts.Start first, Occasion occasion)
            throws InterruptedException, IOException {
        long begin = System.nanoTime();
        recorder.enter(occasion.phase);
        progress.phase(occasion.phase, occasion.words);
        PhaseResult result;
        try {
            boolean greeted = again(first, occasion);
            result =
                    ended(
                            PhaseResult.Status.DONE,
                            begin,
                            greeted ? "" : "it did not greet the client");
        } catch (ExecutorException e) {
            result = ended(PhaseResult.Status.FAILED, begin, String.valueOf(e.getMessage()));
        }
        progress.done(occasion.phase, result);
        return result;
    }

    private static PhaseResult ended(PhaseResult.Status status, long begin, String why) {
        return new PhaseResult(status, (System.nanoTime() - begin) / 1_000_000, why);
    }

    private boolean again(Starts.Start first, Occasion occasion)
            throws InterruptedException, IOException {
        Scene scene =
                stage.on(executor)
                        .set(
                                first.sample().installed(),
                                first.plan(),
                                first.sample().tools(),
                                recorder);
        try (var _ = scene.network();
                var transcript = new Transcript(folder.grow(occasion.transcript()))) {
            return detonate(scene, transcript, occasion);
        }
    }

    private boolean detonate(Scene scene, Transcript transcript, Occasion occasion)
            throws InterruptedException {
        Watches watches =
                Watches.arm(scene.sensors(), occasion.of(scene.spec()), scene.network().owners());
        try (var undo = new Cleanup()) {
            undo.add(watches::close);
            recorder.saw(new ServerStarted(scene.spec().program().argv(), occasion.words));
            // What is behind its port was told of the first start.
            var ports = new OpenedPorts(transcript, (_, _) -> {});
            undo.add(recorder.tap(ports::saw)::close);
            Sandbox sandbox = executor.start(watches.spec());
            undo.add(sandbox::close);
            watches.started(sandbox);
            Drain stderr = Drain.of(sandbox.pipes().stderr());
            Optional<Transport> way =
                    overHttp.get()
                            ? ports.await(sandbox, WHOLE)
                            : Optional.of(
                                    new McpClient.Wire(
                                            sandbox.pipes().stdout(),
                                            sandbox.pipes().stdin(),
                                            transcript,
                                            InstantSource.system()));
            boolean greeted = way.isPresent() && question(way.get(), scene, occasion);
            sandbox.await(occasion.shutdownGrace);
            watches.ending(sandbox);
            sandbox.close();
            stderr.await(LAST_WORDS);
            new LastWords(scene.canaries(), recorder).record(stderr);
            return greeted;
        }
    }

    private boolean question(Transport way, Scene scene, Occasion occasion)
            throws InterruptedException {
        List<Revisit.Call> known = calls.calls();
        var profile =
                new io.mcpsf.interrogate.QuestionBudget(
                        1, ONE_CALL, Duration.ZERO, WHOLE, Math.max(1, known.size()));
        Interrogation.Settings usual = occasion.of(scene.questions());
        var settings =
                new Interrogation.Settings(
                        usual.identity(), usual.budget(), profile, usual.plausible());
        try (var revisit =
                new Revisit(
                        way,
                        new Again(recorder, scene.network()::flush),
                        settings,
                        scene.canaries())) {
            return revisit.run(occasion.listing, known);
        }
    }

    /** A notebook whose phase stays what it is. */
    private record Again(Recorder recorder, Runnable flush) implements Notebook {

        @Override
        public void saw(int process, Observation what) {
            recorder.saw(process, what);
        }

        @Override
        public void enter(Phase phase) {
            flush.run();
        }

        @Override
        public int beginCall() {
            flush.run();
            return recorder.beginCall();
        }

        @Override
        public void endCall() {
            flush.run();
            recorder.endCall();
        }
    }
}
