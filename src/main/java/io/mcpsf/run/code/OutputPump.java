package io.mcpsf.run.code;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Passes on what code writes as it comes, up to a cap, and goes on reading behind it, so that the
 * writer neither blocks nor fills anything of ours. A receiver that is gone costs the code nothing.
 */
final class OutputPump {

    /** Enough for any table a person or a model reads; the rest belongs into a file. */
    static final int MOST = 1 << 20;

    private final InputStream hostile;
    private final OutputStream to;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final Thread thread;
    private long bytes;
    private boolean gone;

    private OutputPump(InputStream hostile, OutputStream to) {
        this.hostile = hostile;
        this.to = to;
        this.thread = Thread.ofVirtual().name("output").unstarted(this::run);
    }

    static OutputPump start(InputStream hostile, OutputStream to) {
        var pump = new OutputPump(hostile, to);
        pump.thread.start();
        return pump;
    }

    /** Waits for the end of the stream, but not for one that somebody keeps open. */
    void await(Duration atMost) throws InterruptedException {
        boolean _ = thread.join(atMost);
    }

    /** Everything that came, passed on or not. */
    synchronized long bytes() {
        return bytes;
    }

    /** What was passed on. */
    synchronized String text() {
        return kept.toString(StandardCharsets.UTF_8);
    }

    private void run() {
        byte[] chunk = new byte[16 << 10];
        try (hostile) {
            for (int read = hostile.read(chunk); read >= 0; read = hostile.read(chunk)) {
                take(chunk, read);
            }
        } catch (IOException broken) {
            return; // The same as its end: nothing more can come.
        }
    }

    private synchronized void take(byte[] chunk, int read) {
        int room = Math.min(read, MOST - kept.size());
        bytes += read;
        if (room <= 0) {
            return;
        }
        kept.write(chunk, 0, room);
        try {
            if (!gone) {
                to.write(chunk, 0, room);
                to.flush();
            }
        } catch (IOException e) {
            gone = true;
        }
    }
}
