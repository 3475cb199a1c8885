package io.mcpsf.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mcpsf.model.Exit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/** Runs small programs in sandboxes and tells how they ended and what they said. */
public final class Trial {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Executor executor;

    public Trial(Executor executor) {
        this.executor = executor;
    }

    public record Said(Exit exit, String out, String err, Sandbox.Usage usage) {}

    public Said shell(String line) {
        return run(spec(List.of("sh", "-c", line)));
    }

    public Said python(String program) {
        return run(pythonSpec(program));
    }

    public Draft pythonSpec(String program) {
        return spec(List.of("/usr/bin/python3", "-c", program));
    }

    public Draft spec(List<String> argv) {
        return new Draft(argv);
    }

    public Sandbox start(Draft draft) {
        return executor.start(draft.spec());
    }

    public Said run(Draft draft) {
        try (Sandbox sandbox = start(draft);
                var tasks = Executors.newVirtualThreadPerTaskExecutor()) {
            var out = tasks.submit(() -> sandbox.pipes().stdout().readAllBytes());
            var err = tasks.submit(() -> sandbox.pipes().stderr().readAllBytes());
            sandbox.pipes().stdin().close();
            Exit exit =
                    sandbox.await(PATIENCE)
                            .orElseThrow(() -> new AssertionError("still runs: " + draft.argv));
            return new Said(
                    exit,
                    new String(out.get(), UTF_8),
                    new String(err.get(), UTF_8),
                    sandbox.usage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    /** Everything it says up to and without that line. */
    public static String readUntil(Sandbox sandbox, String line) throws IOException {
        var said = new StringBuilder();
        while (said.indexOf(line) < 0) {
            int read = sandbox.pipes().stdout().read();
            if (read < 0) {
                throw new AssertionError(
                        "ended after: "
                                + said
                                + new String(sandbox.pipes().stderr().readAllBytes(), UTF_8));
            }
            said.append((char) read);
        }
        return said.substring(0, said.length() - line.length());
    }

    /** A specification in the making. */
    public static final class Draft {

        private final List<String> argv;
        private final Map<String, String> env = new LinkedHashMap<>();
        private final List<Place> places = new ArrayList<>();
        private Limits limits = new Limits(256L << 20, 2, 64, 64L << 20, PATIENCE);
        private World.Network network = new World.Network.Closed();
        private Executables executables = Executables.any();

        private Draft(List<String> argv) {
            this.argv = argv;
            env.putAll(Map.of("PATH", "/usr/bin:/bin", "HOME", "/home/alice"));
        }

        public Draft env(Map<String, String> only) {
            env.clear();
            env.putAll(only);
            return this;
        }

        public Draft place(Place place) {
            places.add(place);
            return this;
        }

        public Draft network(World.Network other) {
            network = other;
            return this;
        }

        public Draft only(String... programs) {
            executables = new Executables.Only(Set.of(programs));
            return this;
        }

        public Draft memory(long bytes) {
            limits =
                    new Limits(
                            bytes,
                            limits.cpus(),
                            limits.processes(),
                            limits.diskBytes(),
                            limits.wallClock());
            return this;
        }

        public Draft cpus(double cpus) {
            limits =
                    new Limits(
                            limits.memoryBytes(),
                            cpus,
                            limits.processes(),
                            limits.diskBytes(),
                            limits.wallClock());
            return this;
        }

        public Draft processes(int count) {
            limits =
                    new Limits(
                            limits.memoryBytes(),
                            limits.cpus(),
                            count,
                            limits.diskBytes(),
                            limits.wallClock());
            return this;
        }

        public Draft disk(long bytes) {
            limits =
                    new Limits(
                            limits.memoryBytes(),
                            limits.cpus(),
                            limits.processes(),
                            bytes,
                            limits.wallClock());
            return this;
        }

        public Draft wallClock(Duration time) {
            limits =
                    new Limits(
                            limits.memoryBytes(),
                            limits.cpus(),
                            limits.processes(),
                            limits.diskBytes(),
                            time);
            return this;
        }

        public SandboxSpec spec() {
            return new SandboxSpec(
                    new SandboxSpec.Program(argv, env, "/tmp"),
                    places,
                    limits,
                    new World(ExecutorContract.ALICE, network),
                    new SandboxSpec.Listener.None(),
                    executables);
        }
    }
}
