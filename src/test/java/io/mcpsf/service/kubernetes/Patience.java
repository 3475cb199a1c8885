package io.mcpsf.service.kubernetes;

import java.io.IOException;
import java.time.Duration;

/** Waits for what happens in other threads and processes, with a deadline. */
final class Patience {

    private Patience() {}

    /** Something that holds sooner or later. */
    @FunctionalInterface
    interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    static void await(Condition condition) throws IOException, InterruptedException {
        await(condition, Duration.ofSeconds(100));
    }

    static void await(Condition condition, Duration patience)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("it did not happen in time");
            }
            Thread.sleep(50);
        }
    }
}
