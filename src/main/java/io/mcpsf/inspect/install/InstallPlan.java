package io.mcpsf.inspect.install;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What must be done before an artifact can be started. */
public sealed interface InstallPlan {

    /** It can be started as it is. {@code why} says how we know. */
    record Nothing(String why) implements InstallPlan {}

    /**
     * A package manager must run in the tree.
     *
     * @param seed whether the tree begins as a copy of the artifact, or empty
     * @param files more files to begin with, by their path in the tree
     * @param lines shell lines, in order; the first that works ends an {@link Attempt}
     * @param asks what the project says about the versions of its runtime
     */
    record Steps(
            Seed seed,
            Map<String, String> files,
            List<Attempt> lines,
            Set<Tool> tools,
            Asks asks,
            String why)
            implements InstallPlan {
        public Steps {
            files = Map.copyOf(files);
            lines = List.copyOf(lines);
            tools = Set.copyOf(tools);
        }
    }

    /** What the tree begins as. */
    enum Seed {
        EMPTY,
        ARTIFACT
    }

    /**
     * One thing to be done, and the other ways to do it when the first fails. Without {@code
     * needed} a failure is only noted.
     */
    record Attempt(List<String> ways, boolean needed) {
        public Attempt {
            ways = List.copyOf(ways);
        }

        static Attempt needed(String... ways) {
            return new Attempt(List.of(ways), true);
        }

        static Attempt welcome(String... ways) {
            return new Attempt(List.of(ways), false);
        }
    }

    /** The programs that a plan calls by their plain names. */
    enum Tool {
        NODE,
        NPM,
        PNPM,
        YARN,
        UV
    }

    /** The programs that something needs, and in which versions. */
    record Wants(Set<Tool> tools, Asks asks) {
        public Wants {
            tools = Set.copyOf(tools);
        }

        /** What a folder that needs no installation wants to be run with. */
        public static Wants of(Path root) {
            return NodeInstall.runtime(root);
        }
    }

    /** Version ranges as the project writes them; empty for what it does not ask. */
    record Asks(String node, String python) {
        static final Asks NOTHING = new Asks("", "");
    }
}
