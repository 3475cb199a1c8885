package io.mcpsf.inspect;

import java.util.List;
import java.util.Map;

/** How to start the server in an artifact, or that we found no way. */
public sealed interface StartPlan {

    /**
     * A program with the variables to add to its environment. Paths are those inside the sandbox.
     * {@code why} says where it was found.
     */
    record Ready(List<String> argv, Map<String, String> env, String why) implements StartPlan {
        public Ready {
            argv = List.copyOf(argv);
            env = Map.copyOf(env);
        }
    }

    /** Nothing to start; everything that was looked for, and why it did not do. */
    record None(List<String> looked) implements StartPlan {
        public None {
            looked = List.copyOf(looked);
        }
    }
}
