package io.mcpsf.inspect.start;

import io.mcpsf.model.Demand;

import java.util.List;
import java.util.Map;

/**
 * A way to start that somebody wrote down, in hostile words: a command with arguments and
 * variables, as a client's configuration has them. {@code required} and {@code optional} are
 * variables that a schema declares. {@code port} is not 0 for a server that is spoken to over HTTP.
 */
record Recipe(
        List<String> words, Map<String, String> env, String why, Declared declared, int port) {

    /** Variables with a schema. */
    record Declared(List<Demand> required, List<Demand> optional) {
        Declared {
            required = List.copyOf(required);
            optional = List.copyOf(optional);
        }

        static Declared nothing() {
            return new Declared(List.of(), List.of());
        }
    }

    Recipe {
        words = List.copyOf(words);
        env = Map.copyOf(env);
    }

    Recipe(List<String> words, Map<String, String> env, String why) {
        this(words, env, why, Declared.nothing(), 0);
    }
}
