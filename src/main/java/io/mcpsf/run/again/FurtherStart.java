package io.mcpsf.run.again;

import io.mcpsf.interrogate.Interrogation;
import io.mcpsf.interrogate.LoadClock;
import io.mcpsf.interrogate.QuestionBudget;
import io.mcpsf.interrogate.Revisit;
import io.mcpsf.mcp.Drain;
import io.mcpsf.mcp.McpClient;
import io.mcpsf.mcp.Transcript;
import io.mcpsf.mcp.Transport;
import io.mcpsf.model.Notebook;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.RunObservation.ServerStarted;
import io.mcpsf.os.Cleanup;
import io.mcpsf.run.question.OpenedPorts;
import io.mcpsf.run.record.LastWords;
import io.mcpsf.run.record.Recorder;
import io.mcpsf.run.scene.Scene;
import io.mcpsf.run.scene.Watches;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.Sandbox;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** One further start of the server in a sandbox of its own, asked briefly and left to settle. */
final class FurtherStart {

    private static final Duration ONE_CALL = Duration.ofSeconds(1);
    private static final Duration WHOLE = Duration.ofSeconds(10);
    private static final int MOST_TOOLS = 20;
    private static final Duration LAST_WORDS = Duration.ofMillis(500);

    private final Executor executor;
    private final Scene scene;
    private final Recorder.Lane lane;
    private final Occasion occasion;
    private final Questions questions;

    /** What is asked again, over which transport, and how long it may take. */
    record Questions(
            Revisit.Before before,
            boolean overHttp,
            Duration greeting,
            Duration grace,
            LoadClock clock) {}

    FurtherStart(
            Executor executor,
            Scene scene,
            Recorder.Lane lane,
            Occasion occasion,
            Questions questions) {
        this.executor = executor;
        this.scene = scene;
        this.lane = lane;
        this.occasion = occasion;
        this.questions = questions;
    }

    /** Whether it greeted; {@code resting} is told when it is only waited for any more. */
    boolean run(Transcript transcript, Runnable resting) throws InterruptedException {
        var settled = new Settled(questions.clock());
        Watches watches = Watches.arm(scene.sensors(), scene.spec(), scene.network().owners());
        try (var undo = new Cleanup()) {
            undo.add(watches::close);
            lane.saw(new ServerStarted(scene.spec().program().argv(), occasion.words()));
            // What is behind its port was told of the first start.
            var ports = new OpenedPorts(transcript, (_, _) -> {});
            undo.add(lane.tap(ports::saw)::close);
            undo.add(lane.tap(settled)::close);
            Sandbox sandbox = executor.start(watches.spec());
            undo.add(sandbox::close);
            watches.started(sandbox);
            Drain stderr = Drain.of(sandbox.pipes().stderr());
            Optional<Transport> way = way(sandbox, ports, transcript);
            boolean greeted = false;
            if (way.isPresent()) {
                try (var revisit = revisit(way.get())) {
                    greeted =
                            revisit.run(
                                    occasion.listing(), questions.before(), questions.greeting());
                    resting.run();
                    settled.await(sandbox::await);
                    if (occasion.returning() && PassedTime.skip(sandbox)) {
                        revisit.nudge();
                        settled.await(sandbox::await);
                    }
                }
            }
            sandbox.await(questions.grace());
            watches.ending(sandbox);
            sandbox.close();
            stderr.await(LAST_WORDS);
            new LastWords(scene.canaries(), lane).record(stderr);
            return greeted;
        }
    }

    private Optional<Transport> way(Sandbox sandbox, OpenedPorts ports, Transcript transcript)
            throws InterruptedException {
        return questions.overHttp()
                ? ports.await(sandbox, questions.greeting())
                : Optional.of(
                        new McpClient.Wire(
                                sandbox.pipes().stdout(),
                                sandbox.pipes().stdin(),
                                transcript,
                                InstantSource.system()));
    }

    private Revisit revisit(Transport way) {
        var profile =
                new QuestionBudget(
                        1,
                        questions.clock().stretched(ONE_CALL),
                        Duration.ZERO,
                        questions.clock().stretched(WHOLE),
                        MOST_TOOLS);
        Interrogation.Settings usual = scene.questions();
        var settings =
                new Interrogation.Settings(
                        occasion.identity(usual.plausible().places().repository()),
                        usual.budget(),
                        profile,
                        usual.plausible());
        return new Revisit(
                way, new Flushing(lane, scene.network()::flush), settings, scene.canaries());
    }

    /** A notebook that has the network's counts told before a call begins and ends. */
    private record Flushing(Notebook notebook, Runnable flush) implements Notebook {

        @Override
        public void saw(int process, Observation what) {
            notebook.saw(process, what);
        }

        @Override
        public void enter(Phase phase) {
            flush.run();
        }

        @Override
        public int beginCall() {
            flush.run();
            return notebook.beginCall();
        }

        @Override
        public void endCall() {
            flush.run();
            notebook.endCall();
        }
    }
}
