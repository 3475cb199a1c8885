package io.mcpsf.os;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Reads a stream to its end on a thread of its own and keeps the first bytes of it. */
final class Kept {

    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final Thread reader;
    private final int cap;
    private boolean cut;

    Kept(InputStream from, int cap) {
        this.cap = cap;
        this.reader = Thread.ofVirtual().start(() -> read(from));
    }

    /** True when the stream has ended within that time. */
    boolean await(Duration atMost) throws InterruptedException {
        return reader.join(atMost);
    }

    synchronized String text() {
        return kept.toString(StandardCharsets.UTF_8);
    }

    synchronized boolean cut() {
        return cut;
    }

    private void read(InputStream from) {
        byte[] buffer = new byte[8192];
        try (from) {
            for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
                keep(buffer, read);
            }
        } catch (IOException e) {
            broken(); // Killed under our hands: what was read still counts.
        }
    }

    private synchronized void keep(byte[] buffer, int length) {
        int fits = Math.min(length, cap - kept.size());
        cut |= fits < length;
        kept.write(buffer, 0, fits);
    }

    private synchronized void broken() {
        cut = true;
    }
}
