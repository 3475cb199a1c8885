package io.mcpsf.boundary;

/** So much each second: whoever takes more waits. A quiet second can be made up for, not more. */
final class Pace {

    private static final long SECOND = 1_000_000_000L;

    private final long perSecond;
    private long next = System.nanoTime() - SECOND;

    Pace(long perSecond) {
        if (perSecond < 1) {
            throw new IllegalArgumentException("nothing would ever pass");
        }
        this.perSecond = perSecond;
    }

    void take(long amount) throws InterruptedException {
        long wait;
        synchronized (this) {
            long now = System.nanoTime();
            next = Math.max(next, now - SECOND) + amount * SECOND / perSecond;
            wait = next - now;
        }
        if (wait > 0) {
            Thread.sleep(java.time.Duration.ofNanos(wait));
        }
    }
}
