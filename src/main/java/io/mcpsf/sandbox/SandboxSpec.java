package io.mcpsf.sandbox;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** Everything decided before the start; a run can be repeated from it. */
public record SandboxSpec(
        Program program,
        List<Place> places,
        Limits limits,
        World world,
        Listener listener,
        Executables executables) {

    public SandboxSpec {
        places = List.copyOf(places);
    }

    /** In which whatever is there can be executed. */
    public SandboxSpec(
            Program program, List<Place> places, Limits limits, World world, Listener listener) {
        this(program, places, limits, world, listener, Executables.any());
    }

    /** What runs: an absolute or PATH-searched command, its environment and its working folder. */
    public record Program(List<String> argv, Map<String, String> env, String folder) {
        public Program {
            argv = List.copyOf(argv);
            env = Map.copyOf(env);
            if (argv.isEmpty()) {
                throw new IllegalArgumentException("argv is empty");
            }
        }
    }

    /** Who answers the system calls that the policy wants answered from outside. */
    public sealed interface Listener {

        /** Nobody: what the policy would ask about is decided by fixed rules. */
        record None() implements Listener {}

        /** A supervisor that waits on this Unix socket for the notification descriptor. */
        record Socket(Path path) implements Listener {}

        /**
         * A kernel that tells its own story, as this file asks it to (gVisor). Before it starts,
         * {@code scratch} hears where the host has the writable places.
         */
        record Trace(Path config, Consumer<Map<String, Path>> scratch) implements Listener {}

        /**
         * Nobody: who watches does so in the kernel by itself. Before the program's first
         * instruction it hears which process, as the host counts, is about to run it. In a
         * standalone runtime that process has not entered the sandbox's root yet.
         */
        record Announced(IntConsumer first) implements Listener {}

        /** A guest that tells in lines of JSON, hostile as all that comes out of it. */
        record Told(Consumer<byte[]> line) implements Listener {}
    }

    public SandboxSpec with(Listener other) {
        return new SandboxSpec(program, places, limits, world, other, executables);
    }
}
