package io.mcpsf.observe.notify;

import io.mcpsf.model.Sense;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** How much was seen with each sense, and how much could not be read. */
final class Tally {

    private final AtomicLongArray seen = new AtomicLongArray(Sense.values().length);
    private final AtomicLong unread = new AtomicLong();
    private volatile String why = "";

    void saw(Sense sense) {
        seen.incrementAndGet(sense.ordinal());
    }

    void missed(@org.jspecify.annotations.Nullable String reason) {
        unread.incrementAndGet();
        why = reason == null ? "unknown" : reason;
    }

    long seen(Sense sense) {
        return seen.get(sense.ordinal());
    }

    long missed() {
        return unread.get();
    }

    /** Why the last one could not be read. */
    String why() {
        return why;
    }
}
