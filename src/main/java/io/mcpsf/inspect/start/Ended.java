package io.mcpsf.inspect.start;

import io.mcpsf.model.Exit;

/** How a start came to nothing. */
public sealed interface Ended {

    /** Its process ended before it had answered. */
    record Died(Exit exit) implements Ended {}

    /** It runs and does not answer. */
    record Mute() implements Ended {}

    /** In words, for people. */
    default String words() {
        return switch (this) {
            case Died(Exit exit) -> "it " + exit.words();
            case Mute() -> "it ran and did not answer";
        };
    }
}
