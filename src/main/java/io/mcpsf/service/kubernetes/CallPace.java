package io.mcpsf.service.kubernetes;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How fast we call the API server: so many at once, so many in a second, and none at all for as
 * long as it asked everybody to wait.
 */
final class CallPace {

    private final Semaphore places;
    private final long everyNanos;
    private final AtomicLong next = new AtomicLong(System.nanoTime());
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();

    CallPace(int atOnce, int perSecond) {
        this.places = new Semaphore(atOnce, true);
        this.everyNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
    }

    /** Waits for a place and for its turn; {@link #leave} gives the place back. */
    void enter() throws InterruptedException {
        places.acquire();
        try {
            long now = System.nanoTime();
            long mine = next.updateAndGet(at -> Math.max(at, now) + everyNanos) - everyNanos;
            if (mine > now) {
                TimeUnit.NANOSECONDS.sleep(mine - now);
            }
            calls.incrementAndGet();
        } catch (InterruptedException e) {
            places.release();
            throw e;
        }
    }

    void leave() {
        places.release();
    }

    /** The server said that it is too much: nobody calls before that. */
    void slowDown(Duration pause) {
        refused.incrementAndGet();
        long until = System.nanoTime() + pause.toNanos();
        next.updateAndGet(at -> Math.max(at, until));
    }

    long calls() {
        return calls.get();
    }

    long refused() {
        return refused.get();
    }
}
