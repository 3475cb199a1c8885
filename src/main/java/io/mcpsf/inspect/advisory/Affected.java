package io.mcpsf.inspect.advisory;

import io.mcpsf.inspect.deps.Ecosystem;
import io.mcpsf.inspect.version.PythonVersion;
import io.mcpsf.inspect.version.Semver;

import java.util.Comparator;
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

    /** That it is affected, and the first version that mends it, or empty. */
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
        return switch (ecosystem) {
            case NPM -> new Line<>(Semver::parse).hit(this, version);
            case PYPI -> new Line<>(PythonVersion::parse).hit(this, version);
        };
    }

    /** How versions of an ecosystem are read. */
    private interface Reader<V> {
        Optional<V> read(String text);
    }

    /** The versions of an ecosystem in their order. */
    private record Line<V extends Comparable<V>>(Reader<V> reader) {

        Optional<Hit> hit(Affected affected, String version) {
            Optional<V> mine = reader.read(version);
            for (List<Event> range : affected.ranges) {
                if (mine.isEmpty() ? affected.everything() : inside(range, mine.get())) {
                    return Optional.of(new Hit(mine.map(v -> fixed(affected, v)).orElse("")));
                }
            }
            boolean named =
                    affected.versions.stream()
                            .anyMatch(
                                    one ->
                                            one.equals(version)
                                                    || (mine.isPresent() && same(mine.get(), one)));
            return named
                    ? Optional.of(new Hit(mine.map(v -> fixed(affected, v)).orElse("")))
                    : Optional.empty();
        }

        private boolean same(V mine, String other) {
            return reader.read(other).filter(v -> v.compareTo(mine) == 0).isPresent();
        }

        private boolean inside(List<Event> range, V mine) {
            boolean inside = false;
            boolean limited = false;
            boolean within = false;
            for (Event event : sorted(range)) {
                int order = order(mine, event);
                switch (event.kind()) {
                    case INTRODUCED -> inside |= order >= 0;
                    case FIXED -> inside &= order < 0;
                    case LAST_AFFECTED -> inside &= order <= 0;
                    case LIMIT -> {
                        limited = true;
                        within |= event.version().equals("*") || order < 0;
                    }
                }
            }
            return inside && (!limited || within);
        }

        /** Where mine lies of an event; what cannot be read lies nowhere near. */
        private int order(V mine, Event event) {
            if (event.version().equals("0")) {
                return 1;
            }
            Optional<V> turn = reader.read(event.version());
            if (turn.isEmpty()) {
                return event.kind() == Kind.INTRODUCED ? -1 : 1;
            }
            return mine.compareTo(turn.get());
        }

        /** By version; what is unreadable goes first, so that it can end nothing. */
        private List<Event> sorted(List<Event> range) {
            Comparator<Event> byVersion =
                    (a, b) -> {
                        Optional<V> one = at(a);
                        Optional<V> other = at(b);
                        if (one.isEmpty() || other.isEmpty()) {
                            return Boolean.compare(one.isPresent(), other.isPresent());
                        }
                        return one.get().compareTo(other.get());
                    };
            return range.stream().sorted(byVersion.thenComparing(Event::kind)).toList();
        }

        private Optional<V> at(Event event) {
            return event.version().equals("0") ? Optional.empty() : reader.read(event.version());
        }

        private String fixed(Affected affected, V mine) {
            return affected.ranges.stream()
                    .flatMap(List::stream)
                    .filter(event -> event.kind() == Kind.FIXED)
                    .filter(event -> at(event).filter(v -> v.compareTo(mine) > 0).isPresent())
                    .min(Comparator.comparing(event -> at(event).orElseThrow()))
                    .map(Event::version)
                    .orElse("");
        }
    }
}
