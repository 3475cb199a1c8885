package io.mcpsf.guard;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Where whole lines go: each in one piece, whoever writes. */
public final class LineSink implements FrameSink {

    private final OutputStream out;

    public LineSink(OutputStream out) {
        this.out = out;
    }

    @Override
    public synchronized void write(byte[] frame, boolean broken) throws IOException {
        byte[] whole = Arrays.copyOf(frame, frame.length + (broken ? 1 : 0));
        flatten(whole, frame.length);
        if (broken) {
            whole[frame.length] = '\n';
        }
        out.write(whole);
        out.flush();
    }

    @Override
    public synchronized void close() throws IOException {
        out.close();
    }

    /** JSON that came over HTTP may have line breaks, all of them between its values. */
    private static void flatten(byte[] frame, int length) {
        boolean broken = false;
        for (int i = 0; i < length && !broken; i++) {
            broken = frame[i] == '\n';
        }
        for (int i = 0; i < length && broken; i++) {
            if (frame[i] == '\n' || frame[i] == '\r') {
                frame[i] = ' ';
            }
        }
    }
}
