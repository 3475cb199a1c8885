package io.mcpsf.run.again;

import io.mcpsf.boundary.BoundaryException;
import io.mcpsf.inspect.start.StartPlan;
import io.mcpsf.interrogate.LoadClock;
import io.mcpsf.interrogate.Revisit;
import io.mcpsf.mcp.Transcript;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.ProtocolObservation.EndpointSeen;
import io.mcpsf.model.ProtocolObservation.Greeted;
import io.mcpsf.model.RunObservation.ServerStarted;
import io.mcpsf.model.Seen;
import io.mcpsf.os.TreeCopy;
import io.mcpsf.run.question.Meanwhile;
import io.mcpsf.run.record.Recorder;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.scene.Guise;
import io.mcpsf.run.scene.Scene;
import io.mcpsf.run.scene.SceneBuilder;
import io.mcpsf.run.start.Starts;
import io.mcpsf.sandbox.Capabilities;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.LiveTree;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.store.CaseFolder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Starts the server again in fresh sandboxes and asks briefly: for another client on what looks
 * like a build machine; on later days, in the home that the first start left and as several other
 * people; and, where it is asked for, on another kernel. A server that shows each its own face, or
 * waits for its day, shows it here. All this happens while the first start idles.
 */
public final class SecondStart implements AutoCloseable {

    /** As many as want the processor at once; the others only wait. */
    private static final int WORKING = 2;

    private static final Duration WHOLE = Duration.ofSeconds(10);

    /** For one that never greeted the first time. */
    private static final Duration MUTE = Duration.ofSeconds(1);

    /** For another program, which need be no server at all. */
    private static final Duration UNKNOWN = Duration.ofSeconds(3);

    private static final Duration GRACE = Duration.ofMillis(100);

    /** With time for what a slow kernel delays. */
    private static final Duration SLOW_GRACE = Duration.ofSeconds(2);

    /** More than a server leaves in a home within seconds. */
    private static final TreeCopy.Caps LEFT = new TreeCopy.Caps(5_000, 64L << 20, 32);

    private final SceneBuilder stage;
    private final Executor executor;
    private final Recorder recorder;
    private final Progress progress;
    private final CaseFolder folder;
    private final FirstCalls calls = new FirstCalls();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final LoadClock clock = LoadClock.here();
    private final Semaphore working = new Semaphore(WORKING, true);
    private final List<Further> begun = new ArrayList<>();
    private volatile boolean overHttp;
    private volatile boolean greeted;

    /** A start in progress. */
    private record Further(Occasion occasion, Future<PhaseResult> result) {}

    public SecondStart(
            SceneBuilder stage,
            Executor executor,
            Recorder recorder,
            Progress progress,
            CaseFolder folder) {
        this.stage = stage;
        this.executor = executor;
        this.recorder = recorder;
        this.progress = progress;
        this.folder = folder;
        recorder.tap(calls);
        recorder.tap(this::saw);
    }

    private void saw(Seen seen) {
        switch (seen.what()) {
            case EndpointSeen _ -> overHttp = true;
            case Greeted _ when !seen.at().phase().again() -> greeted = true;
            case ServerStarted _ when seen.at().phase() == Phase.START -> greeted = false;
            default -> {}
        }
    }

    /** What is done while this start idles and before it is attacked. */
    public Meanwhile beside(Starts.Start first) {
        return new Meanwhile() {
            @Override
            public void idling(Sandbox sandbox) {
                if (greeted) {
                    begin(first, left(sandbox));
                }
            }

            @Override
            public void finish() throws InterruptedException {
                for (Further further : begun()) {
                    result(further);
                }
            }
        };
    }

    /** What came of all further starts; those that could not begin earlier are made now. */
    public Map<Phase, PhaseResult> after(Starts.Start first) throws InterruptedException {
        begin(first, new Guise.Furnished.Fresh());
        var results = new EnumMap<Phase, PhaseResult>(Phase.class);
        for (Further further : begun()) {
            results.merge(further.occasion().phase(), result(further), SecondStart::and);
        }
        results.forEach(
                (phase, result) -> {
                    progress.phase(phase, "");
                    progress.done(phase, result);
                });
        return results;
    }

    /**
     * The same start and questions as for the other client, with another executor. Nothing for a
     * server that listens: one kernel's ports are reached otherwise than another's.
     */
    Optional<PhaseResult> on(Executor other, Starts.Start first)
            throws InterruptedException, IOException {
        if (overHttp) {
            return Optional.empty();
        }
        Occasion occasion = Occasion.otherKernel();
        progress.phase(occasion.phase(), occasion.words());
        PhaseResult result = run(other, first, occasion, SLOW_GRACE);
        progress.done(occasion.phase(), result);
        return Optional.of(result);
    }

    @Override
    public void close() {
        threads.shutdownNow();
        threads.close();
        clock.close();
    }

    private synchronized List<Further> begun() {
        return List.copyOf(begun);
    }

    private synchronized void begin(Starts.Start first, Guise.Furnished left) {
        if (!begun.isEmpty()) {
            return;
        }
        for (Occasion occasion : occasions()) {
            Occasion at = occasion.returning() ? occasion.in(occasion.guise().in(left)) : occasion;
            begun.add(new Further(at, threads.submit(() -> run(executor, first, at, GRACE))));
        }
        for (int i = 0; i < first.others().size(); i++) {
            StartPlan.Ready other = first.others().get(i);
            var start = new Starts.Start(first.sample(), other, List.of());
            Occasion at = Occasion.otherProgram(i, other.why());
            begun.add(new Further(at, threads.submit(() -> run(executor, start, at, GRACE))));
        }
    }

    private List<Occasion> occasions() {
        var occasions = new ArrayList<Occasion>();
        occasions.add(Occasion.otherClient());
        // The clock is the host's kernel's to show: another one cannot be set from here.
        if (!executor.capabilities().enforces(Capabilities.OWN_KERNEL)) {
            occasions.addAll(Occasion.later(Instant.now()));
        }
        return occasions;
    }

    /** The home as it is now; a tree that cannot be copied is not found again. */
    private Guise.Furnished left(Sandbox sandbox) {
        try {
            Path tree = stage.spare().resolve("home");
            LiveTree.copy(sandbox.outside(stage.home()), tree, LEFT, stage.furnished());
            return new Guise.Furnished.Left(tree);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Guise.Furnished.Fresh();
        } catch (IOException | UncheckedIOException _) {
            // It holds too much.
            return new Guise.Furnished.Fresh();
        }
    }

    private static PhaseResult result(Further further) throws InterruptedException {
        try {
            return further.result().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "a further start " + further.occasion().words(), e.getCause());
        }
    }

    private static PhaseResult and(PhaseResult one, PhaseResult other) {
        boolean failed = one.status() != PhaseResult.Status.DONE;
        return new PhaseResult(
                failed ? one.status() : other.status(),
                Math.max(one.millis(), other.millis()),
                Stream.of(one.why(), other.why())
                        .filter(why -> !why.isEmpty())
                        .collect(Collectors.joining("; ")));
    }

    /**
     * What came of it. It is always DONE: that a server behaves differently is evidence, and what
     * the first start showed is complete without this.
     */
    private PhaseResult run(Executor on, Starts.Start first, Occasion occasion, Duration grace)
            throws InterruptedException, IOException {
        working.acquire();
        var busy = new AtomicBoolean(true);
        Runnable resting =
                () -> {
                    if (busy.getAndSet(false)) {
                        working.release();
                    }
                };
        long begin = System.nanoTime();
        try {
            boolean welcome = again(on, first, occasion, grace, resting);
            return ended(
                    PhaseResult.Status.DONE,
                    begin,
                    welcome ? "" : "it did not greet " + occasion.words());
        } catch (ExecutorException | BoundaryException e) {
            return ended(PhaseResult.Status.FAILED, begin, String.valueOf(e.getMessage()));
        } finally {
            resting.run();
        }
    }

    private Duration greeting(Occasion occasion) {
        if (occasion.other()) {
            return clock.stretched(UNKNOWN);
        }
        return clock.stretched(greeted ? WHOLE : MUTE);
    }

    private static PhaseResult ended(PhaseResult.Status status, long begin, String why) {
        return new PhaseResult(status, (System.nanoTime() - begin) / 1_000_000, why);
    }

    private boolean again(
            Executor on, Starts.Start first, Occasion occasion, Duration grace, Runnable resting)
            throws InterruptedException, IOException {
        Recorder.Lane lane = recorder.beside(occasion.phase());
        Scene scene =
                stage.on(on)
                        .set(
                                first.sample().installed(),
                                first.plan(),
                                first.sample().tools(),
                                lane,
                                occasion.guise());
        String usual = stage.home();
        String home = scene.spec().world().persona().home();
        List<Revisit.Call> same =
                calls.calls().stream()
                        .map(
                                call ->
                                        new Revisit.Call(
                                                call.tool(), call.arguments().replace(usual, home)))
                        .toList();
        try (var _ = scene.network();
                var transcript = new Transcript(folder.grow(occasion.transcript()))) {
            var questions =
                    new FurtherStart.Questions(
                            occasion.other()
                                    ? Revisit.Before.nothing()
                                    : new Revisit.Before(same, calls.listed()),
                            overHttp && !occasion.other(),
                            greeting(occasion),
                            grace,
                            clock);
            return new FurtherStart(on, scene, lane, occasion, questions).run(transcript, resting);
        }
    }
}
