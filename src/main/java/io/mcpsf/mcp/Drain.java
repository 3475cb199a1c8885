package io.mcpsf.mcp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * Empties a hostile stream in the background so that its writer never blocks: keeps the beginning
 * and counts the rest. Ends with the stream.
 */
public final class Drain {

    /** Enough for a stack trace or a start-up banner, too little to hurt. */
    public static final int KEPT = 64 << 10;

    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final Thread thread;
    private long bytes;

    private Drain(InputStream hostile) {
        this.thread = Thread.ofVirtual().name("drain").unstarted(() -> run(hostile));
    }

    public static Drain of(InputStream hostile) {
        var drain = new Drain(hostile);
        drain.thread.start();
        return drain;
    }

    /** Everything that came, kept or not. */
    public synchronized long bytes() {
        return bytes;
    }

    /** The beginning of it. */
    public synchronized byte[] beginning() {
        return kept.toByteArray();
    }

    /** Waits for the end of the stream; false when it is still open after that time. */
    public boolean await(Duration atMost) throws InterruptedException {
        return thread.join(atMost);
    }

    private void run(InputStream hostile) {
        byte[] chunk = new byte[16 << 10];
        try (hostile) {
            int read = hostile.read(chunk);
            while (read >= 0) {
                take(chunk, read);
                read = hostile.read(chunk);
            }
        } catch (IOException e) {
            // The pipe broke: the same as its end, nothing more can come.
            return;
        }
    }

    private synchronized void take(byte[] chunk, int read) {
        bytes += read;
        kept.write(chunk, 0, Math.min(read, KEPT - kept.size()));
    }
}
