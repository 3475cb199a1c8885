package io.mcpsf.interrogate;

import java.time.Duration;

/** The moment at which an interrogation must be over. */
final class Deadline {

    private final long end;

    Deadline(Duration fromNow) {
        this.end = System.nanoTime() + fromNow.toNanos();
    }

    boolean passed() {
        return System.nanoTime() - end >= 0;
    }

    /** That long, or what is left if that is less. */
    Duration atMost(Duration wanted) {
        Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
        return left.compareTo(wanted) < 0 ? left : wanted;
    }

    /** The same, but something is left for what comes after. */
    Duration mostOf(Duration wanted) {
        Duration most = atMost(wanted.multipliedBy(3).dividedBy(2)).multipliedBy(2).dividedBy(3);
        return most.compareTo(wanted) < 0 ? most : wanted;
    }
}
