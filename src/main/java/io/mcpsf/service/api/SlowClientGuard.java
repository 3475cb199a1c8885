package io.mcpsf.service.api;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Cuts off those who send too slowly. A virtual thread that is interrupted while it reads from a
 * socket closes it, which is just what is wanted: nobody holds a place by saying nothing.
 */
final class SlowClientGuard implements AutoCloseable {

    private static final long EVERY_MILLIS = 500;

    private final Map<Thread, Long> deadlines = new ConcurrentHashMap<>();
    private final Thread watch =
            Thread.ofPlatform().daemon().name("patience").unstarted(this::watch);

    SlowClientGuard start() {
        watch.start();
        return this;
    }

    /** The calling thread has until then, by {@link System#nanoTime}. */
    void until(long deadline) {
        deadlines.put(Thread.currentThread(), deadline);
    }

    /** It has come to an end; whatever follows is not interrupted. */
    synchronized void over() {
        deadlines.remove(Thread.currentThread());
        Thread.interrupted();
    }

    private synchronized void cutOff(long now) {
        deadlines.forEach(
                (thread, deadline) -> {
                    if (deadline - now < 0 && deadlines.remove(thread, deadline)) {
                        thread.interrupt();
                    }
                });
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(EVERY_MILLIS);
                cutOff(System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        watch.interrupt();
    }
}
