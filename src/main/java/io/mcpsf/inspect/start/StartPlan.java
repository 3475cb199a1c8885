package io.mcpsf.inspect.start;

import io.mcpsf.model.Demand;

import java.util.List;
import java.util.Map;

/** How to start the server in an artifact, or that we found no way. */
public sealed interface StartPlan {

    /**
     * A program with the variables to add to its environment. Paths are those inside the sandbox.
     * {@code why} says where it was found.
     */
    record Ready(
            List<String> argv, Map<String, String> env, String why, Setting setting, Needs needs)
            implements StartPlan {
        public Ready {
            argv = List.copyOf(argv);
            env = Map.copyOf(env);
        }

        public Ready(List<String> argv, Map<String, String> env, String why) {
            this(argv, env, why, Setting.usual(), Needs.none());
        }

        /** True when starting the one would be starting the other. */
        boolean isSameStart(Ready other) {
            return argv.equals(other.argv)
                    && env.equals(other.env)
                    && setting.equals(other.setting);
        }
    }

    /**
     * What must be around the program: how we talk to it, whether its own folder must be writable,
     * and what must be there beside what was installed.
     */
    record Setting(Channel channel, boolean writable, Extras extras) {

        /** Standard input and output, a read-only folder, nothing beside. */
        public static Setting usual() {
            return new Setting(new Channel.Stdio(), false, Extras.none());
        }

        Setting over(Channel other) {
            return new Setting(other, writable, extras);
        }
    }

    /**
     * Things to be installed: Debian packages, a newer runtime ({@code node 22}, {@code python
     * 3.12}; empty for none), constraints of the installer ({@code mcp<2}), and whether libraries
     * are taken as they were when the server was released.
     */
    record Extras(
            List<String> packages, String runtime, List<String> constraints, boolean asReleased) {
        public Extras {
            packages = List.copyOf(packages);
            constraints = List.copyOf(constraints);
        }

        Extras and(List<String> more) {
            return new Extras(more, runtime, constraints, asReleased);
        }

        Extras on(String other) {
            return new Extras(packages, other, constraints, asReleased);
        }

        Extras within(List<String> more) {
            return new Extras(packages, runtime, more, asReleased);
        }

        Extras ofTheRelease() {
            return new Extras(packages, runtime, constraints, true);
        }

        public static Extras none() {
            return new Extras(List.of(), "", List.of(), false);
        }
    }

    /**
     * What the program wants from its user: {@code given} is in the plan already, {@code spare} is
     * known of and only given when a start fails without it.
     */
    record Needs(List<Demand> given, List<Demand> spare) {
        public Needs {
            given = List.copyOf(given);
            spare = List.copyOf(spare);
        }

        public static Needs none() {
            return new Needs(List.of(), List.of());
        }
    }

    /** How the server is spoken to. */
    sealed interface Channel {

        record Stdio() implements Channel {}

        /** On a port that it opens itself; 0 when it is not known before. */
        record Http(int port, String path) implements Channel {}
    }

    /** Nothing to start; everything that was looked for, and why it did not do. */
    record None(List<String> looked) implements StartPlan {
        public None {
            looked = List.copyOf(looked);
        }
    }
}
