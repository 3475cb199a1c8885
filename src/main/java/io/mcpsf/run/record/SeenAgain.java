package io.mcpsf.run.record;

import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Observation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * What was seen before, to the letter, in the same phase and call, and how often since. Bounded.
 */
final class SeenAgain {

    /**
     * How many different observations are remembered for counting; beyond it each is written out.
     */
    private static final int MOST = 20_000;

    /** And how long they may be in all. */
    private static final long MOST_LENGTH = 16L << 20;

    private final Map<Key, Count> remembered = new LinkedHashMap<>();
    private long length;

    /** Whether this was seen before; if so, it is counted. */
    boolean counted(int process, Observation what) {
        Count count = remembered.get(new Key(process, what));
        if (count != null) {
            count.more++;
        }
        return count != null;
    }

    /** From now on this is counted; {@code line} is where it stands, or 0. */
    void remember(int process, Observation what, long line) {
        if (line > 0 && remembered.size() < MOST && length < MOST_LENGTH) {
            remembered.put(new Key(process, what), new Count(line));
            length += EvidenceRoom.length(what);
        }
    }

    /** Tells every count, and forgets. */
    void flush(BiConsumer<Integer, Observation.Repeated> told) {
        remembered.forEach(
                (key, count) -> {
                    if (count.more > 0) {
                        told.accept(key.process, new Observation.Repeated(count.first, count.more));
                    }
                });
        remembered.clear();
        length = 0;
    }

    /**
     * Hashed once, and a file by its names: an observation has many parts, and the sample waits.
     */
    private static final class Key {
        private final int process;
        private final Observation what;
        private final int hash;

        private Key(int process, Observation what) {
            this.process = process;
            this.what = what;
            this.hash = 31 * hash(what) + process;
        }

        private static int hash(Observation what) {
            return what instanceof FileOpened file
                    ? 31 * file.path().hashCode() + file.asked().hashCode()
                    : what.hashCode();
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key
                    && hash == key.hash
                    && process == key.process
                    && what.equals(key.what);
        }
    }

    private static final class Count {
        private final long first;
        private long more;

        private Count(long first) {
            this.first = first;
        }
    }
}
