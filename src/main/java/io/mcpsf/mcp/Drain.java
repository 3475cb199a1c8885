package io.mcpsf.mcp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Empties a hostile stream in the background so that its writer never blocks: keeps the beginning
 * and counts the rest. Ends with the stream.
 */
public final class Drain {

    /** Enough for a stack trace or a start-up banner, too little to hurt. */
    public static final int KEPT = 64 << 10;

    /** Of one line that is told; what is longer is no line of a log. */
    public static final int LINE = 2 << 10;

    private final Consumer<String> lines;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final Thread thread;
    private long bytes;

    private Drain(InputStream hostile, Consumer<String> lines) {
        this.lines = lines;
        this.thread = Thread.ofVirtual().name("drain").unstarted(() -> run(hostile));
    }

    public static Drain of(InputStream hostile) {
        return of(hostile, _ -> {});
    }

    /** {@code lines} is told of every line as it ends, cut to {@link #LINE} bytes. */
    public static Drain of(InputStream hostile, Consumer<String> lines) {
        var drain = new Drain(hostile, lines);
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
                split(chunk, read);
                read = hostile.read(chunk);
            }
        } catch (IOException e) {
            // The pipe broke: the same as its end, nothing more can come.
            return;
        }
    }

    private void split(byte[] chunk, int read) {
        int from = 0;
        for (int i = 0; i < read; i++) {
            if (chunk[i] == '\n' || chunk[i] == '\r') {
                append(chunk, from, i);
                from = i + 1;
                if (line.size() > 0) {
                    lines.accept(line.toString(StandardCharsets.UTF_8));
                    line.reset();
                }
            }
        }
        append(chunk, from, read);
    }

    private void append(byte[] chunk, int from, int to) {
        line.write(chunk, from, Math.min(to - from, LINE - line.size()));
    }

    private synchronized void take(byte[] chunk, int read) {
        bytes += read;
        kept.write(chunk, 0, Math.min(read, KEPT - kept.size()));
    }
}
