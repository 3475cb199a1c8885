package io.mcpsf.guard;

import java.io.IOException;
import java.io.OutputStream;

/** Where whole lines go: each in one piece, whoever writes. */
public final class LineSink {

    private final OutputStream out;

    public LineSink(OutputStream out) {
        this.out = out;
    }

    /** Writes a line without its break, and the break. */
    public void line(byte[] bytes) throws IOException {
        write(bytes, true);
    }

    synchronized void write(byte[] bytes, boolean broken) throws IOException {
        byte[] whole = bytes;
        if (broken) {
            whole = java.util.Arrays.copyOf(bytes, bytes.length + 1);
            whole[bytes.length] = '\n';
        }
        out.write(whole);
        out.flush();
    }

    synchronized void close() throws IOException {
        out.close();
    }
}
