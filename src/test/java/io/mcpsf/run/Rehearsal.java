package io.mcpsf.run;

import io.mcpsf.inspect.start.StartPlan;
import io.mcpsf.interrogate.fuzz.Sightings;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Notebook;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Sink;
import io.mcpsf.model.Target;
import io.mcpsf.os.Cleanup;
import io.mcpsf.os.Trees;
import io.mcpsf.run.record.LiveSightings;
import io.mcpsf.run.record.Recorder;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.Profile;
import io.mcpsf.run.request.Version;
import io.mcpsf.run.scene.Fixtures;
import io.mcpsf.run.scene.Guise;
import io.mcpsf.run.scene.InstalledTree;
import io.mcpsf.run.scene.Scene;
import io.mcpsf.run.scene.SceneBuilder;
import io.mcpsf.run.scene.Watches;
import io.mcpsf.run.supply.Toolbox;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.Sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/**
 * The scene of a real assessment (its decoy home, its sensors, its evidence file), started as often
 * as a benchmark wants.
 */
public final class Rehearsal implements AutoCloseable {

    private static final Duration LONG = Duration.ofMinutes(10);

    private final Path work;
    private final Scene scene;
    private final Path folder;
    private final String shownAt;
    private final CaseFile head;
    private final AtomicInteger shows = new AtomicInteger();

    private Rehearsal(Path work, Path folder, List<String> argv, Scene scene) {
        this.work = work;
        this.folder = folder;
        this.scene = scene;
        this.shownAt = scene.spec().program().folder();
        this.head =
                new CaseFile(
                        "rehearsal",
                        new CaseFile.Subject("folder", "rehearsal", "", "", folder.toString()),
                        Instant.now(),
                        Version.ours(),
                        new CaseFile.Settings("safe", 1, argv, 0.5));
    }

    /**
     * {@code FOLDER} in the command is where the folder is: inside, or outside for a native run.
     */
    public static Rehearsal of(Path folder, List<String> command)
            throws IOException, InterruptedException {
        return of(folder, command, stage -> stage);
    }

    /** With a persona, a home and a network that were drawn for this one alone. */
    static Rehearsal of(Path folder, List<String> command, Fixtures fixtures)
            throws IOException, InterruptedException {
        return of(folder, command, fixtures, stage -> stage, Guise.usual());
    }

    /** In another guise. */
    public static Rehearsal of(Path folder, List<String> command, Guise guise)
            throws IOException, InterruptedException {
        return of(folder, command, Fixtures.draw(new SplittableRandom(1)), stage -> stage, guise);
    }

    /** With the sensors that suit the executor. */
    public static Rehearsal of(Path folder, List<String> command, Executor executor)
            throws IOException, InterruptedException {
        return of(folder, command, stage -> stage.on(executor));
    }

    private static Rehearsal of(
            Path folder, List<String> command, UnaryOperator<SceneBuilder> suited)
            throws IOException, InterruptedException {
        return of(folder, command, Fixtures.draw(new SplittableRandom(1)), suited, Guise.usual());
    }

    private static Rehearsal of(
            Path folder,
            List<String> command,
            Fixtures fixtures,
            UnaryOperator<SceneBuilder> suited,
            Guise guise)
            throws IOException, InterruptedException {
        Path work = Files.createTempDirectory("rehearsal-");
        var request =
                new AssessRequest(
                        folder.toString(),
                        List.of(),
                        List.of(),
                        Map.of(),
                        List.of(),
                        "safe",
                        work,
                        "auto",
                        LONG,
                        1);
        var target = new Target.Local(folder.toAbsolutePath());
        String shownAt = SceneBuilder.shownAt(target.name());
        List<String> argv = command.stream().map(w -> w.replace("FOLDER", shownAt)).toList();
        Scene scene =
                suited.apply(new SceneBuilder(request, Profile.SAFE, work, fixtures))
                        .set(
                                new InstalledTree(folder, shownAt),
                                new StartPlan.Ready(argv, Map.of(), "bench"),
                                Toolbox.system(),
                                new Unread(),
                                guise);
        return new Rehearsal(work, folder, argv, scene);
    }

    /** The command for the bare host. */
    public List<String> nativeArgv() {
        return scene.spec().program().argv().stream()
                .map(word -> word.replace(shownAt, folder.toString()))
                .toList();
    }

    /** The same environment, with the decoy home where it is outside. */
    public Map<String, String> nativeEnv() {
        var env = new LinkedHashMap<>(scene.spec().program().env());
        env.put("HOME", work.resolve("home").toString());
        return env;
    }

    public Path folder() {
        return folder;
    }

    /** Where the home is inside. */
    public String home() {
        return scene.spec().world().persona().home();
    }

    /** Starts it as an assessment does; {@code also} hears every observation, too. */
    public Show start(Executor executor, boolean sensed, Sink also) throws IOException {
        Path evidence = work.resolve("evidence-" + shows.incrementAndGet());
        try (var undo = new Cleanup()) {
            var recorder =
                    new Recorder(Files.newOutputStream(evidence), head, System::nanoTime, _ -> {});
            undo.add(recorder::close);
            recorder.enter(Phase.START);
            Sink both =
                    (int process, Observation what) -> {
                        recorder.saw(process, what);
                        also.saw(process, what);
                    };
            Watches watches = Watches.arm(sensed ? scene.sensors() : List.of(), scene.spec(), both);
            undo.add(watches::close);
            Sandbox sandbox = executor.start(watches.spec());
            undo.add(sandbox::close);
            watches.started(sandbox);
            var sightings = new LiveSightings();
            recorder.tap(sightings::saw);
            return new Show(sandbox, watches, recorder, sightings, undo.release());
        }
    }

    @Override
    public void close() {
        scene.network().close();
        Trees.delete(work);
    }

    /** What the fake internet sees is not what is measured here. */
    private static final class Unread implements Notebook {

        @Override
        public void saw(int process, Observation what) {}

        @Override
        public void enter(Phase phase) {}

        @Override
        public int beginCall() {
            return 1;
        }

        @Override
        public void endCall() {}
    }

    /** One start. Closing it ends the sandbox first and the sensors after it. */
    public record Show(
            Sandbox sandbox, Watches watches, Notebook notebook, Sightings sightings, Cleanup undo)
            implements AutoCloseable {

        /** The account of every sense; final after {@link #close}. */
        public Map<Sense, SenseHealth> health() {
            return watches.health();
        }

        @Override
        public void close() {
            watches.ending(sandbox);
            undo.close();
        }
    }
}
