package io.mcpsf.inspect.advisory;

import io.mcpsf.inspect.deps.Ecosystem;

import java.util.List;
import java.util.Optional;

/** The versions that an advisory is about: single ones, and ranges told as events. */
public record Affected(List<String> versions, List<List<Event>> ranges) {

    public Affected {
        versions = List.copyOf(versions);
        ranges = ranges.stream().map(List::copyOf).toList();
    }

    /** A turn of the line of versions. */
    public record Event(Kind kind, String version) {}

    /** What begins or ends there. */
    public enum Kind {
        INTRODUCED,
        FIXED,
        LAST_AFFECTED,
        LIMIT
    }

    /** That it is affected, and the first version that fixes it, or empty. */
    public record Hit(String fixed) {}

    boolean everything() {
        return versions.isEmpty()
                && !ranges.isEmpty()
                && ranges.stream()
                        .allMatch(
                                range ->
                                        range.size() == 1
                                                && range.getFirst()
                                                        .equals(new Event(Kind.INTRODUCED, "0")));
    }

    Optional<Hit> hit(Ecosystem ecosystem, String version) {
        return new VersionLines().hit(this, ecosystem, version);
    }
}
