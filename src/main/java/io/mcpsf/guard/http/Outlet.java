package io.mcpsf.guard.http;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The frames for one response to a client. Whoever fills it waits a while for a slow reader, and
 * then gives it up.
 */
final class Outlet {

    private static final int ROOM = 1_000;
    private static final byte[] END = new byte[0];
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LOOK = Duration.ofMillis(200);

    private final BlockingQueue<byte[]> frames = new ArrayBlockingQueue<>(ROOM);
    private volatile boolean ended;
    private volatile boolean gone;

    /** False when nobody will read it. */
    boolean put(byte[] frame) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try {
            while (!gone && !ended && System.nanoTime() < deadline) {
                if (frames.offer(frame, LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
                    return true;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        gone = true;
        return false;
    }

    /** Nothing more will come. */
    void end() {
        ended = true;
        // Wakes the reader; one that finds no room is awake already.
        boolean _ = frames.offer(END);
    }

    /** Nobody reads any more. */
    void abandon() {
        gone = true;
    }

    boolean open() {
        return !gone && !ended;
    }

    /** Whether there will be nothing more to read. */
    boolean over() {
        return gone || (ended && frames.isEmpty());
    }

    /** The next frame, if one comes in that time and before the end. */
    Optional<byte[]> next(Duration atMost) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!over() && System.nanoTime() < deadline) {
            byte[] frame = frames.poll(LOOK.toMillis(), TimeUnit.MILLISECONDS);
            if (frame != null && frame.length > 0) {
                return Optional.of(frame);
            }
        }
        return Optional.empty();
    }
}
