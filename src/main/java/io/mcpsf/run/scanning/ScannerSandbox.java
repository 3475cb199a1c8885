package io.mcpsf.run.scanning;

import io.mcpsf.boundary.ScopedNetwork;
import io.mcpsf.boundary.ScopedNetwork.Door;
import io.mcpsf.mcp.Drain;
import io.mcpsf.model.Exit;
import io.mcpsf.model.RunObservation.PolicyViolated;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Violation;
import io.mcpsf.run.record.Recorder;
import io.mcpsf.run.scene.Watches;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.Limits;
import io.mcpsf.sandbox.Persona;
import io.mcpsf.sandbox.Place;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.SandboxSpec;
import io.mcpsf.sandbox.World;
import io.mcpsf.scan.NetworkScanner;
import io.mcpsf.scan.ScanDepth;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs one scanner, which is a stranger's program too, and takes what it prints. */
final class ScannerSandbox {

    private static final int MOST_OUTPUT = 64 << 20;
    private static final int LAST_WORDS = 300;
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Duration GLANCE = Duration.ofMillis(200);
    private static final Persona PERSONA = new Persona("scanner", "scan", "/home/scan");

    private final Executor executor;
    private final Path work;
    private final Recorder recorder;
    private final AtomicInteger processes = new AtomicInteger();

    ScannerSandbox(Executor executor, Path work, Recorder recorder) {
        this.executor = executor;
        this.work = work;
        this.recorder = recorder;
    }

    /** What came out; {@code trouble} is empty when the scanner came to its end by itself. */
    record Ran(NetworkScanner.Reading reading, String trouble, Map<Sense, SenseHealth> senses) {}

    Ran run(
            NetworkScanner scanner,
            NetworkScanner.Start start,
            ScopedNetwork network,
            Set<Door> doors,
            ScanDepth depth)
            throws InterruptedException {
        var spec =
                new SandboxSpec(
                        new SandboxSpec.Program(start.argv(), environment(start), PERSONA.home()),
                        places(start),
                        new Limits(2L << 30, 2, 200, 512L << 20, depth.atMost()),
                        new World(
                                PERSONA,
                                new World.Network.Joined(network.namespace(), "127.0.0.1")),
                        new SandboxSpec.Listener.None());
        Watches watches = Watches.arm(Watches.within(executor, processes, work), spec, recorder);
        try (var breaches = new ScopeBreaches(doors, recorder);
                var _ = recorder.tap(breaches::saw)) {
            NetworkScanner.Reading reading;
            String trouble;
            try (watches;
                    Sandbox sandbox = executor.start(watches.spec())) {
                watches.started(sandbox);
                sandbox.pipes().stdin().close();
                Drain stderr = Drain.of(sandbox.pipes().stderr());
                var printing = new FutureTask<>(() -> bounded(sandbox.pipes().stdout()));
                Thread.ofVirtual().name("scanner-output").start(printing);
                Optional<Exit> exit = await(sandbox, breaches);
                watches.ending(sandbox);
                if (exit.isPresent()) {
                    reading = scanner.read(printing.get());
                    boolean _ = stderr.await(LOOK);
                    trouble = trouble(exit.get(), sandbox.usage(), stderr);
                } else {
                    // Nothing that such a scanner printed is worth reading.
                    Violation why = breaches.fatal().orElseThrow();
                    reading = new NetworkScanner.Reading("", "", List.of());
                    trouble = why + ": " + why.meaning();
                }
            } catch (IOException e) {
                return failed(String.valueOf(e.getMessage()));
            } catch (ExecutionException e) {
                return failed(String.valueOf(e.getCause()));
            }
            return new Ran(reading, trouble, watches.health());
        }
    }

    private static Ran failed(String why) {
        return new Ran(new NetworkScanner.Reading("", why, List.of()), why, Map.of());
    }

    /** How it ended; empty when it has to be ended, and is frozen until then. */
    private static Optional<Exit> await(Sandbox sandbox, ScopeBreaches breaches)
            throws InterruptedException {
        while (true) {
            Optional<Exit> exit = sandbox.await(GLANCE);
            if (exit.isPresent()) {
                return exit;
            }
            if (breaches.fatal().isPresent()) {
                boolean _ = sandbox.freeze();
                return Optional.empty();
            }
        }
    }

    /** What was refused processes or memory may end as if nothing were wrong. */
    private String trouble(Exit exit, Sandbox.Usage usage, Drain stderr) {
        if (usage.forksRefused() > 0) {
            return violated(Violation.PROCESS_LIMIT);
        }
        if (usage.memoryKills() > 0) {
            return violated(Violation.MEMORY_EXCEEDED);
        }
        return switch (exit) {
            case Exit.Code(int value) when value == 0 -> "";
            case Exit.Code(int value) -> "it ended with code " + value + said(stderr);
            case Exit.Signal(int number) -> "it was ended by signal " + number;
            case Exit.TimedOut() -> violated(Violation.TIME_EXCEEDED);
            case Exit.OutOfMemory() -> violated(Violation.MEMORY_EXCEEDED);
            case Exit.TooManyProcesses() -> violated(Violation.PROCESS_LIMIT);
            case Exit.Lost(String why) -> why;
        };
    }

    private String violated(Violation violation) {
        recorder.saw(new PolicyViolated(violation, violation.meaning(), Violation.Action.KILL));
        return violation + ": " + violation.meaning();
    }

    private static String said(Drain stderr) {
        String text = new String(stderr.beginning(), StandardCharsets.UTF_8).strip();
        String last = text.substring(text.lastIndexOf('\n') + 1);
        return last.isEmpty() ? "" : ": " + last.substring(0, Math.min(last.length(), LAST_WORDS));
    }

    private static byte[] bounded(InputStream hostile) throws IOException {
        byte[] kept = hostile.readNBytes(MOST_OUTPUT);
        long _ = hostile.transferTo(java.io.OutputStream.nullOutputStream());
        return kept;
    }

    private static Map<String, String> environment(NetworkScanner.Start start) {
        var env = new HashMap<String, String>();
        env.put("PATH", "/usr/local/bin:/usr/bin:/bin");
        env.put("HOME", PERSONA.home());
        env.put("LANG", "C.UTF-8");
        env.putAll(start.env());
        return env;
    }

    private static List<Place> places(NetworkScanner.Start start) {
        return start.shown().entrySet().stream()
                .<Place>map(shown -> new Place.Shown(shown.getKey(), shown.getValue()))
                .toList();
    }
}
