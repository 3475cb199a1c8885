package io.mcpsf.judge;

import io.mcpsf.model.Seen;

/** A test on one observation in its surroundings. */
@FunctionalInterface
interface Condition {

    boolean holds(Seen seen, Trail trail);

    default Condition and(Condition other) {
        return (seen, trail) -> holds(seen, trail) && other.holds(seen, trail);
    }

    default Condition negated() {
        return (seen, trail) -> !holds(seen, trail);
    }
}
