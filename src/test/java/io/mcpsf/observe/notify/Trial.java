package io.mcpsf.observe.notify;

import io.mcpsf.model.Exit;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Sink;
import io.mcpsf.observe.Sensor;
import io.mcpsf.observe.Watch;
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
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** One program run in a real sandbox under one sensor, and all that was seen of it. */
public record Trial(
        Exit exit, String stdout, String stderr, List<Seen> seen, Map<Sense, SenseHealth> health) {

    static final String HOME = "/home/dev";

    /** An observation with the number of its process. */
    public record Seen(int process, Observation what) {}

    /** Runs it to its end; everything that it writes is kept. */
    public static Trial run(Executor executor, Sensor sensor, Path home, List<String> argv)
            throws InterruptedException, IOException {
        List<Seen> seen = java.util.Collections.synchronizedList(new java.util.ArrayList<>());
        return run(
                executor, sensor, spec(home, argv), (p, what) -> seen.add(new Seen(p, what)), seen);
    }

    static Trial run(Executor executor, Sensor sensor, SandboxSpec spec, Sink sink, List<Seen> seen)
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
            exit = sandbox.await(Duration.ofMinutes(2)).orElseThrow();
            watch.ending(sandbox);
        } finally {
            watch.close();
        }
        return new Trial(exit, stdout, stderr, List.copyOf(seen), watch.health());
    }

    static SandboxSpec spec(Path home, List<String> argv) {
        return new SandboxSpec(
                new SandboxSpec.Program(
                        argv,
                        Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "HOME", HOME, "TZ", "UTC"),
                        HOME),
                List.of(new Place.Scratch(home, HOME)),
                new Limits(512L << 20, 2, 128, 64L << 20, Duration.ofMinutes(2)),
                new World(new Persona("laptop", "dev", HOME), new World.Network.Closed()),
                new SandboxSpec.Listener.None());
    }

    public <T extends Observation> Stream<T> of(Class<T> kind) {
        return seen.stream().map(Seen::what).filter(kind::isInstance).map(kind::cast);
    }
}
