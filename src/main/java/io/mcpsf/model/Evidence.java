package io.mcpsf.model;

import java.util.List;
import java.util.stream.Stream;

/**
 * All that a judge may look at: the case, what was seen in order, and how well we were able to see.
 */
public record Evidence(CaseFile file, List<Seen> seen, Coverage coverage) {

    public Evidence {
        seen = List.copyOf(seen);
    }

    /** The observations of one kind, in order, with their stamps. */
    public <T extends Observation> Stream<Sighting<T>> of(Class<T> kind) {
        return seen.stream()
                .filter(s -> kind.isInstance(s.what()))
                .map(s -> new Sighting<>(s.at(), kind.cast(s.what())));
    }

    /** An observation of a known kind with its stamp. */
    public record Sighting<T extends Observation>(Stamp at, T what) {}
}
