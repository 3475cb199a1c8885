package io.mcpsf.sandbox;

import java.util.Set;

/** What can be executed in a sandbox. */
public sealed interface Executables {

    /** Whatever is there. */
    record Any() implements Executables {}

    /**
     * What the sandbox starts first, and these: names that the search path finds, or absolute paths
     * inside. All other programs are not there, and nothing that can be written can be executed.
     */
    record Only(Set<String> programs) implements Executables {
        public Only {
            programs = Set.copyOf(programs);
        }
    }

    static Executables any() {
        return new Any();
    }
}
