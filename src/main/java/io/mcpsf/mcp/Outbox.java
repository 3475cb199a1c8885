package io.mcpsf.mcp;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The one thread that writes, behind a bounded queue: a peer that stops reading blocks this thread
 * and nobody else. Only this thread touches the stream, because closing it elsewhere could wait for
 * a write that never ends.
 */
final class Outbox {

    private static final byte[] END = new byte[0];

    private final OutputStream out;
    private final FrameTap tap;
    private final InstantSource clock;
    private final BlockingQueue<byte[]> queue;
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong unsent = new AtomicLong();
    private final Thread writer;
    private volatile boolean ending;

    Outbox(
            OutputStream out,
            int queued,
            FrameTap tap,
            InstantSource clock,
            Consumer<String> broken) {
        this.out = out;
        this.tap = tap;
        this.clock = clock;
        this.queue = new ArrayBlockingQueue<>(queued);
        this.writer = Thread.ofVirtual().name("mcp-writer").unstarted(() -> run(broken));
    }

    void start() {
        writer.start();
    }

    /** Queues one message; false, and counted, when there was no room in that time. */
    boolean offer(byte[] message, Duration patience) throws InterruptedException {
        boolean taken = !ending && queue.offer(message, patience.toMillis(), TimeUnit.MILLISECONDS);
        if (!taken) {
            unsent.incrementAndGet();
        }
        return taken;
    }

    /** The same without waiting, for the thread that reads: it must never wait for the writer. */
    boolean offer(byte[] message) {
        boolean taken = !ending && queue.offer(message);
        if (!taken) {
            unsent.incrementAndGet();
        }
        return taken;
    }

    long sent() {
        return sent.get();
    }

    long unsent() {
        return unsent.get();
    }

    /**
     * Closes the stream after what is queued, in the background; a stuck write ends when the peer's
     * side is gone.
     */
    void end() {
        ending = true;
        if (!queue.offer(END)) {
            queue.clear();
            queue.offer(END);
        }
    }

    private void run(Consumer<String> broken) {
        try (out) {
            while (true) {
                byte[] message = queue.take();
                if (message.length == 0) {
                    return;
                }
                tap.crossed(Direction.SENT, clock.instant(), message, message.length);
                byte[] line = Arrays.copyOf(message, message.length + 1);
                line[message.length] = '\n';
                out.write(line);
                out.flush();
                sent.incrementAndGet();
            }
        } catch (IOException e) {
            broken.accept("the server no longer reads its input");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            ending = true;
        }
    }
}
