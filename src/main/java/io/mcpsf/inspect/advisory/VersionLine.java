package io.mcpsf.inspect.advisory;

import io.mcpsf.inspect.advisory.Affected.Hit;
import io.mcpsf.inspect.advisory.Affected.Kind;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The versions of an ecosystem in their order. Remembers what it has read: the packages of one tree
 * are asked about the same advisories again and again. For one thread and one tree.
 */
final class VersionLine<V extends Comparable<V>> {

    /** More than the advisories of one tree hold. */
    private static final int MOST = 50_000;

    private final Reader<V> reader;
    private final Map<String, Optional<V>> versions = new HashMap<>();
    private final IdentityHashMap<Affected, List<List<Turn<V>>>> turns = new IdentityHashMap<>();

    private final IdentityHashMap<Affected, Set<V>> singles = new IdentityHashMap<>();

    VersionLine(Reader<V> reader) {
        this.reader = reader;
    }

    /** How versions of an ecosystem are read. */
    @FunctionalInterface
    interface Reader<V> {
        Optional<V> read(String text);
    }

    /** An event whose version is read; "0" and what cannot be read have none. */
    private record Turn<V>(Kind kind, String written, Optional<V> at) {}

    Optional<Hit> hit(Affected affected, String version) {
        Optional<V> mine = read(version);
        if (mine.isEmpty()) {
            return affected.everything() || affected.versions().contains(version)
                    ? Optional.of(new Hit(""))
                    : Optional.empty();
        }
        List<List<Turn<V>>> ranges = ranges(affected);
        return in(ranges, mine.get()) || listed(affected, mine.get(), version)
                ? Optional.of(new Hit(fixed(ranges, mine.get())))
                : Optional.empty();
    }

    private Optional<V> read(String text) {
        Optional<V> known = versions.get(text);
        if (known != null) {
            return known;
        }
        Optional<V> read = reader.read(text);
        if (versions.size() < MOST) {
            versions.put(text, read);
        }
        return read;
    }

    private List<List<Turn<V>>> ranges(Affected affected) {
        List<List<Turn<V>>> known = turns.get(affected);
        if (known != null) {
            return known;
        }
        List<List<Turn<V>>> ranges = new ArrayList<>();
        affected.ranges().forEach(range -> ranges.add(turns(range)));
        if (turns.size() < MOST) {
            turns.put(affected, ranges);
        }
        return ranges;
    }

    /** By version; "0" and what is unreadable go first. */
    private List<Turn<V>> turns(List<Affected.Event> range) {
        Comparator<Turn<V>> byVersion =
                (a, b) -> {
                    if (a.at().isEmpty() || b.at().isEmpty()) {
                        return Boolean.compare(a.at().isPresent(), b.at().isPresent());
                    }
                    return a.at().get().compareTo(b.at().get());
                };
        List<Turn<V>> turns = new ArrayList<>();
        range.forEach(event -> turns.add(new Turn<>(event.kind(), event.version(), at(event))));
        turns.sort(byVersion.thenComparing(Turn::kind));
        return turns;
    }

    private Optional<V> at(Affected.Event event) {
        return event.version().equals("0") ? Optional.empty() : read(event.version());
    }

    private boolean in(List<List<Turn<V>>> ranges, V mine) {
        for (List<Turn<V>> range : ranges) {
            if (inside(range, mine)) {
                return true;
            }
        }
        return false;
    }

    private boolean listed(Affected affected, V mine, String written) {
        return affected.versions().contains(written) || single(affected).contains(mine);
    }

    private Set<V> single(Affected affected) {
        Set<V> known = singles.get(affected);
        if (known != null) {
            return known;
        }
        // By order and not by equality: 1.0 is 1.0.0 to Python.
        Set<V> single = new TreeSet<>();
        affected.versions().forEach(one -> reader.read(one).ifPresent(single::add));
        if (singles.size() < MOST) {
            singles.put(affected, single);
        }
        return single;
    }

    private static <V extends Comparable<V>> boolean inside(List<Turn<V>> range, V mine) {
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
    private static <V extends Comparable<V>> int order(V mine, Turn<V> turn) {
        if (turn.at().isPresent()) {
            return mine.compareTo(turn.at().get());
        }
        return turn.written().equals("0") || turn.kind() != Kind.INTRODUCED ? 1 : -1;
    }

    private static <V extends Comparable<V>> String fixed(List<List<Turn<V>>> ranges, V mine) {
        return ranges.stream()
                .flatMap(List::stream)
                .filter(turn -> turn.kind() == Kind.FIXED)
                .filter(turn -> turn.at().filter(v -> v.compareTo(mine) > 0).isPresent())
                .min(Comparator.comparing(turn -> turn.at().orElseThrow()))
                .map(Turn::written)
                .orElse("");
    }
}
