package io.mcpsf.judge;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.Seen;

import java.util.List;

/** A short story that a rule must fire on, or, as a near miss, must not. */
public record Example(String name, boolean fires, List<Seen> seen) {

    public Example {
        seen = List.copyOf(seen);
    }

    static Example fires(String name, Story story) {
        return new Example(name, true, story.seen());
    }

    static Example spares(String name, Story story) {
        return new Example(name, false, story.seen());
    }

    /** The story as evidence of a case that was watched completely. */
    public Evidence evidence() {
        return Story.complete(seen);
    }
}
