package io.mcpsf.service.api;

import io.mcpsf.service.access.Principal;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** So many of something at once, and so many of each key: one must not take the places of all. */
final class Places {

    private final String what;
    private final int most;
    private final int mostOfAKey;
    private final AtomicInteger taken;
    private final Map<String, Integer> ofKeys = new HashMap<>();

    /** {@code taken} is where others see how many there are. */
    Places(String what, int most, int mostOfAKey, AtomicInteger taken) {
        this.what = what;
        this.most = most;
        this.mostOfAKey = mostOfAKey;
        this.taken = taken;
    }

    /** One of them, given back when it is closed; closing twice is harmless. */
    interface Place extends AutoCloseable {
        @Override
        void close();
    }

    /** Throws a {@link Problem} when there is none. */
    synchronized Place take(Principal who) {
        if (taken.get() >= most) {
            throw Problem.busy(5, "There are too many %s; try again later.".formatted(what));
        }
        int ofKey = ofKeys.getOrDefault(who.keyId(), 0);
        // While there are no keys there is nobody else.
        if (!who.isLocal() && ofKey >= mostOfAKey) {
            throw Problem.tooMany(
                    "too-many-at-once",
                    5,
                    "The key is limited to %d concurrent %s.".formatted(mostOfAKey, what));
        }
        ofKeys.put(who.keyId(), ofKey + 1);
        taken.incrementAndGet();
        var given = new AtomicBoolean();
        return () -> {
            if (given.compareAndSet(false, true)) {
                giveBack(who.keyId());
            }
        };
    }

    private synchronized void giveBack(String key) {
        taken.decrementAndGet();
        ofKeys.computeIfPresent(key, (_, count) -> count > 1 ? count - 1 : null);
    }
}
