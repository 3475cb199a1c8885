package io.mcpsf.service.api;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/**
 * An answer that somebody has to read: each piece of it is taken within so long, or the line is
 * cut. Otherwise whoever asks for something large and never reads it holds a connection for ever.
 */
final class UnreadGuard extends FilterOutputStream {

    /** For a piece of some kilobytes, on the slowest line that is any use. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final SlowClientGuard guard;
    private final Duration patience;

    UnreadGuard(OutputStream out, SlowClientGuard guard, Duration patience) {
        super(out);
        this.guard = guard;
        this.patience = patience;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        within(() -> out.write(bytes, from, length));
    }

    @Override
    public void flush() throws IOException {
        within(out::flush);
    }

    @Override
    public void close() throws IOException {
        within(out::close);
    }

    private interface Act {
        void run() throws IOException;
    }

    private void within(Act act) throws IOException {
        guard.until(System.nanoTime() + patience.toNanos());
        try {
            act.run();
        } finally {
            guard.over();
        }
    }
}
