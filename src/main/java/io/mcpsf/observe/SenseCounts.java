package io.mcpsf.observe;

import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;

import org.jspecify.annotations.Nullable;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** How much was seen with each sense, and how much could not be read. */
public final class SenseCounts {

    private final Map<Sense, AtomicLong> seen = new EnumMap<>(Sense.class);
    private final AtomicLong unread = new AtomicLong();
    private volatile String why = "";

    public SenseCounts(List<Sense> senses) {
        senses.forEach(sense -> seen.put(sense, new AtomicLong()));
    }

    public void saw(Sense sense) {
        of(sense).incrementAndGet();
    }

    public void missed(@Nullable String reason) {
        unread.incrementAndGet();
        why = reason == null ? "unknown" : reason;
    }

    public long seen(Sense sense) {
        return of(sense).get();
    }

    public long missed() {
        return unread.get();
    }

    /** Why the last one could not be read. */
    public String why() {
        return why;
    }

    /** What was counted, as the report tells it. */
    public SenseHealth health(Sense sense) {
        return missed() == 0
                ? SenseHealth.full(seen(sense))
                : SenseHealth.lossy(seen(sense), missed(), why);
    }

    private AtomicLong of(Sense sense) {
        AtomicLong count = seen.get(sense);
        if (count == null) {
            throw new IllegalArgumentException("not a sense of this sensor: " + sense);
        }
        return count;
    }
}
