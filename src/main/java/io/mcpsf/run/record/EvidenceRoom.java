package io.mcpsf.run.record;

import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Observation;

import java.util.HashMap;
import java.util.Map;

/**
 * How much evidence there is room for, in lines and in characters: all of it is judged in memory. A
 * flood of one kind fills the share of that kind and no more, and the last of the room is kept for
 * kinds of which there are few.
 */
final class EvidenceRoom {

    /** More than any honest server needs (a large one makes some 5,000). */
    static final int MAX_LINES = 250_000;

    /** Of one kind. */
    static final int KIND_LINES = 80_000;

    /** A decoy that was read after a flood must still be told. */
    private static final int KEPT_LINES = 25_000;

    private static final int RARE = 2_000;

    /** Paths alone have four thousand characters if somebody wants it. */
    private static final long MAX_CHARACTERS = 64L << 20;

    private static final long KIND_CHARACTERS = 24L << 20;
    private static final long KEPT_CHARACTERS = 8L << 20;

    private final Map<Class<?>, Share> shares = new HashMap<>();
    private long lines;
    private long characters;

    private static final class Share {
        private long lines;
        private long characters;
    }

    /** Takes room for one more; false when there is none. */
    boolean take(Observation what) {
        Share share = shares.computeIfAbsent(what.getClass(), _ -> new Share());
        long length = length(what);
        boolean rare = share.lines < RARE;
        boolean fits =
                share.lines < KIND_LINES
                        && share.characters + length <= KIND_CHARACTERS
                        && lines < MAX_LINES - (rare ? 0 : KEPT_LINES)
                        && characters + length <= MAX_CHARACTERS - (rare ? 0 : KEPT_CHARACTERS);
        if (fits) {
            share.lines++;
            share.characters += length;
            lines++;
            characters += length;
        }
        return fits;
    }

    /** About as long as its line; the most frequent kind is measured without being written. */
    static long length(Observation what) {
        return what instanceof FileOpened opened
                ? opened.path().length() + (long) opened.asked().length()
                : what.toString().length();
    }
}
