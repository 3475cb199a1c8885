package io.mcpsf.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A value of a configuration file with its place in the text, so that it can be changed there and
 * everything else stays as its owner wrote it. Places count characters from the beginning.
 */
public sealed interface Located {

    int start();

    /** Behind the last character. */
    int end();

    /** Text, a number, a truth value. */
    record Scalar(int start, int end, String value) implements Located {}

    /** {@code flow} stands in brackets; otherwise each item has a line and a dash. */
    record Items(int start, int end, boolean flow, List<Located> items) implements Located {
        public Items {
            items = List.copyOf(items);
        }

        /** The items as words; empty when one is more than a word. */
        public Optional<List<String>> words() {
            return items.stream().allMatch(Scalar.class::isInstance)
                    ? Optional.of(items.stream().map(item -> ((Scalar) item).value()).toList())
                    : Optional.empty();
        }
    }

    /** {@code flow} stands in braces; otherwise each member has a line. */
    record Members(int start, int end, boolean flow, Map<String, Located> members)
            implements Located {
        public Members {
            members = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(members));
        }

        public Optional<Located> member(String name) {
            return Optional.ofNullable(members.get(name));
        }
    }

    /** The value at the end of a way of names and numbers. */
    static Optional<Located> down(Located root, List<String> way) {
        Optional<Located> here = Optional.of(root);
        for (String step : way) {
            here = here.flatMap(node -> step(node, step));
        }
        return here;
    }

    private static Optional<Located> step(Located node, String step) {
        return switch (node) {
            case Members members -> members.member(step);
            case Items items ->
                    step.matches("[0-9]{1,6}") && Integer.parseInt(step) < items.items().size()
                            ? Optional.of(items.items().get(Integer.parseInt(step)))
                            : Optional.empty();
            case Scalar _ -> Optional.empty();
        };
    }
}
