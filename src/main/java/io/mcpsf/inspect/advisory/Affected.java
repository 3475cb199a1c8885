package io.mcpsf.inspect.advisory;

import io.mcpsf.inspect.deps.Ecosystem;
import io.mcpsf.version.PythonVersion;
import io.mcpsf.version.Semver;

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

    /** An event whose version is read; "0" and what cannot be read have none. */
    private record Turn<V>(Kind kind, String written, Optional<V> at) {}

    /** The versions of an ecosystem in their order. */
    private record Line<V extends Comparable<V>>(Reader<V> reader) {

        Optional<Hit> hit(Affected affected, String version) {
            Optional<V> mine = reader.read(version);
            if (mine.isEmpty()) {
                return affected.everything() || affected.versions.contains(version)
                        ? Optional.of(new Hit(""))
                        : Optional.empty();
            }
            List<List<Turn<V>>> ranges = affected.ranges.stream().map(this::turns).toList();
            boolean hit =
                    ranges.stream().anyMatch(range -> inside(range, mine.get()))
                            || affected.versions.stream()
                                    .anyMatch(one -> same(mine.get(), version, one));
            return hit ? Optional.of(new Hit(fixed(ranges, mine.get()))) : Optional.empty();
        }

        private boolean same(V mine, String written, String other) {
            return other.equals(written)
                    || reader.read(other).filter(v -> v.compareTo(mine) == 0).isPresent();
        }

        /** By version; "0" and what is unreadable go first. */
        private List<Turn<V>> turns(List<Event> range) {
            Comparator<Turn<V>> byVersion =
                    (a, b) -> {
                        if (a.at().isEmpty() || b.at().isEmpty()) {
                            return Boolean.compare(a.at().isPresent(), b.at().isPresent());
                        }
                        return a.at().get().compareTo(b.at().get());
                    };
            return range.stream()
                    .map(event -> new Turn<>(event.kind(), event.version(), at(event)))
                    .sorted(byVersion.thenComparing(Turn::kind))
                    .toList();
        }

        private Optional<V> at(Event event) {
            return event.version().equals("0") ? Optional.empty() : reader.read(event.version());
        }

        private boolean inside(List<Turn<V>> range, V mine) {
            boolean inside = false;
            boolean limited = false;
            boolean within = false;
            for (Turn<V> turn : range) {
                int order = order(mine, turn);
                switch (turn.kind()) {
                    case INTRODUCED -> inside |= order >= 0;
                    case FIXED -> inside &= order < 0;
                    case LAST_AFFECTED -> inside &= order <= 0;
                    case LIMIT -> {
                        limited = true;
                        within |= turn.written().equals("*") || order < 0;
                    }
                }
            }
            return inside && (!limited || within);
        }

        /** Where mine lies of a turn; one that cannot be read begins nothing. */
        private int order(V mine, Turn<V> turn) {
            if (turn.at().isPresent()) {
                return mine.compareTo(turn.at().get());
            }
            return turn.written().equals("0") || turn.kind() != Kind.INTRODUCED ? 1 : -1;
        }

        private String fixed(List<List<Turn<V>>> ranges, V mine) {
            return ranges.stream()
                    .flatMap(List::stream)
                    .filter(turn -> turn.kind() == Kind.FIXED)
                    .filter(turn -> turn.at().filter(v -> v.compareTo(mine) > 0).isPresent())
                    .min(Comparator.comparing(turn -> turn.at().orElseThrow()))
                    .map(Turn::written)
                    .orElse("");
        }
    }
}
