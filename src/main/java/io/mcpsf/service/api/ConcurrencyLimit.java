package io.mcpsf.service.api;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** What only so many may do at once. Whoever waits too long for a turn is told to come back. */
final class ConcurrencyLimit {

    private static final int LATER_SECONDS = 10;

    private final String what;
    private final Duration patience;
    private final Semaphore free;

    ConcurrencyLimit(String what, int atOnce, Duration patience) {
        this.what = what;
        this.patience = patience;
        this.free = new Semaphore(atOnce, true);
    }

    /** What is done in a turn. */
    @FunctionalInterface
    interface Work<T> {
        T run() throws IOException;
    }

    <T> T take(Work<T> work) throws IOException, InterruptedException {
        if (!free.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            throw Problem.busy(LATER_SECONDS, what + " is busy; try again later.");
        }
        try {
            return work.run();
        } finally {
            free.release();
        }
    }
}
