package io.mcpsf.run.cases;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The user's limit for a whole assessment: interrupts the thread that works when the time is over,
 * as Ctrl-C does, so that everything is cleaned up in the same way. Zero means: no limit.
 */
public final class TimeLimit implements AutoCloseable {

    private final AtomicBoolean decided = new AtomicBoolean();
    private final Thread clock;
    private volatile boolean over;

    private TimeLimit(Duration limit, Thread worker) {
        this.clock =
                Thread.ofVirtual()
                        .unstarted(
                                () -> {
                                    try {
                                        Thread.sleep(limit);
                                    } catch (InterruptedException e) {
                                        return;
                                    }
                                    if (decided.compareAndSet(false, true)) {
                                        over = true;
                                        worker.interrupt();
                                    }
                                });
    }

    /** For the calling thread, from now on. */
    public static TimeLimit start(Duration limit) {
        var time = new TimeLimit(limit, Thread.currentThread());
        if (limit.isPositive()) {
            time.clock.start();
        }
        return time;
    }

    /** Whether the interruption was ours; it is asked once, and nothing is interrupted later. */
    public boolean over() {
        end();
        return over;
    }

    @Override
    public void close() {
        end();
    }

    /** Nothing is interrupted any more. */
    public void end() {
        decided.set(true);
        clock.interrupt();
    }
}
