package io.mcpsf.inspect.start;

import java.util.List;
import java.util.Map;

/** Something in the tree that can be run: an interpreter with a file or module, no arguments. */
record Entry(String name, List<String> argv, Map<String, String> env, String why) {
    Entry {
        argv = List.copyOf(argv);
        env = Map.copyOf(env);
    }
}
