package io.mcpsf.bait;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * How much all searches of a run may unwrap beyond what the length of a message earns it. A few
 * bytes can grow to gigabytes, and whoever searches is waited for; so the first such messages are
 * unwrapped far, and when the allowance is used up, all others only so far as honest ones need.
 * Safe for use from many threads.
 */
final class SearchAllowance {

    /** More than three layers of what a thief packs into one message. */
    private static final long EACH = 16L << 20;

    /** About a second of work. */
    private static final long ALL = 64L << 20;

    /** The work that a message earns by each of its bytes: three alignments, three layers. */
    private static final long FACTOR = 32;

    /** What any message may grow by: two wrappings of a key take less. */
    private static final long FREE = 1L << 20;

    /** Plain text and one wrapping: what is left for a message when the allowance is used up. */
    private static final long LEAST_FACTOR = 4;

    private static final long LEAST = 256L << 10;

    private final AtomicLong left = new AtomicLong(ALL);
    private final LongAdder cutShort = new LongAdder();

    /** The work that a search through so many bytes may do. */
    long next(long length) {
        return left.get() >= EACH ? FACTOR * length + EACH : LEAST_FACTOR * length + LEAST;
    }

    /** What such a search has done, and whether it had to end for it. */
    void used(long length, long work, boolean cut) {
        left.addAndGet(-Math.max(0, work - FACTOR * length - FREE));
        if (cut) {
            cutShort.increment();
        }
    }

    /** How many searches ended before all was unwrapped. */
    long cutShort() {
        return cutShort.sum();
    }
}
