package io.mcpsf.observe;

import io.mcpsf.model.Exit;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Sink;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.Limits;
import io.mcpsf.sandbox.Persona;
import io.mcpsf.sandbox.Place;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.SandboxSpec;
import io.mcpsf.sandbox.World;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** One program run in a real sandbox under one sensor, and all that was seen of it. */
public record Trial(
        Exit exit, String stdout, String stderr, List<Seen> seen, Map<Sense, SenseHealth> health) {

    public static final String HOME = "/home/dev";
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** An observation with the number of its process. */
    public record Seen(int process, Observation what) {}

    /** Runs a program to its end with this home; everything that is seen is kept. */
    public static Trial run(Executor executor, Sensor sensor, Path home, String... argv)
            throws InterruptedException, IOException {
        List<Seen> seen = Collections.synchronizedList(new ArrayList<>());
        Trial trial =
                run(
                        executor,
                        sensor,
                        spec(home, argv),
                        (process, what) -> seen.add(new Seen(process, what)));
        return new Trial(trial.exit, trial.stdout, trial.stderr, List.copyOf(seen), trial.health);
    }

    /** The same with a sink of the caller's. */
    public static Trial run(Executor executor, Sensor sensor, SandboxSpec spec, Sink sink)
            throws InterruptedException, IOException {
        Watch watch = sensor.arm(spec, sink);
        String stdout;
        String stderr;
        Exit exit;
        try (Sandbox sandbox = executor.start(watch.spec())) {
            watch.started(sandbox);
            sandbox.pipes().stdin().close();
            stdout = new String(sandbox.pipes().stdout().readAllBytes(), StandardCharsets.UTF_8);
            stderr = new String(sandbox.pipes().stderr().readAllBytes(), StandardCharsets.UTF_8);
            exit = sandbox.await(PATIENCE).orElseThrow();
            watch.ending(sandbox);
        } finally {
            watch.close();
        }
        return new Trial(exit, stdout, stderr, List.of(), watch.health());
    }

    public static SandboxSpec spec(Path home, String... argv) {
        return new SandboxSpec(
                new SandboxSpec.Program(
                        List.of(argv),
                        Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "HOME", HOME, "TZ", "UTC"),
                        HOME),
                List.of(new Place.Scratch(home, HOME)),
                new Limits(512L << 20, 2, 128, 64L << 20, PATIENCE),
                new World(new Persona("laptop", "dev", HOME), new World.Network.Closed()),
                new SandboxSpec.Listener.None());
    }

    public <T extends Observation> Stream<T> of(Class<T> kind) {
        return seen.stream().map(Seen::what).filter(kind::isInstance).map(kind::cast);
    }
}
