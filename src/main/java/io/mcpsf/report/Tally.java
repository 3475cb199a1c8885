package io.mcpsf.report;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Things that were seen again and again, counted by what makes them the same, in the order of their
 * first sighting. Keeps a bounded number of different ones and counts the rest.
 */
public final class Tally<K> {

    /** Hostile samples make new names for free; this many different ones tell the story. */
    private static final int MAX_KEPT = 20_000;

    private final Map<K, Entry<K>> entries = new LinkedHashMap<>();
    private long beyond;

    void add(K key, long seq, long times) {
        Entry<K> known = entries.get(key);
        if (known != null) {
            entries.put(key, new Entry<>(key, known.first(), known.times() + times));
        } else if (entries.size() < MAX_KEPT) {
            entries.put(key, new Entry<>(key, seq, times));
        } else {
            beyond++;
        }
    }

    /** The same things as two watchers told them, each as the one told it who saw more. */
    Tally<K> or(Tally<K> other) {
        var both = new Tally<K>();
        both.entries.putAll(entries);
        other.entries.forEach(
                (key, entry) ->
                        both.entries.merge(
                                key,
                                entry,
                                (a, b) ->
                                        new Entry<>(
                                                key,
                                                Math.min(a.first(), b.first()),
                                                Math.max(a.times(), b.times()))));
        both.beyond = Math.max(beyond, other.beyond);
        return both;
    }

    public boolean has(K key) {
        return entries.containsKey(key);
    }

    public Collection<Entry<K>> entries() {
        return List.copyOf(entries.values());
    }

    /** How many different ones there were; beyond the bound repeats count as different. */
    public long total() {
        return entries.size() + beyond;
    }

    public record Entry<K>(K key, long first, long times) {}
}
