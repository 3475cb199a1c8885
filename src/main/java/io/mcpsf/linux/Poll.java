package io.mcpsf.linux;

import java.lang.foreign.Arena;

/** Waits until one of a few descriptors has something. Belongs to the thread that made it. */
public final class Poll implements AutoCloseable {

    private static final short IN = 1;
    private static final int GONE = 0x10 | 0x8 | 0x20;

    private final Arena arena = Arena.ofConfined();
    private final RawCalls raw = new RawCalls(arena);
    private final Struct entries;
    private final Struct patience = new Struct(arena, 16);
    private final int count;

    public Poll(int... fds) {
        count = fds.length;
        entries = new Struct(arena, 8 * count);
        for (int i = 0; i < count; i++) {
            entries.put(8 * i, fds[i]);
            entries.put(8 * i + 4, IN);
        }
    }

    /** Waits, at most so many milliseconds, or for ever when negative. */
    public void await(int millis) {
        // The kernel counts it down, so it is written each time. Not every machine has plain poll.
        patience.put(0, millis / 1000L);
        patience.put(8, millis % 1000L * 1_000_000);
        long limit = millis < 0 ? 0 : patience.address();
        long result = raw.call(RawCalls.PPOLL, entries.address(), count, limit, 0);
        if (result == -Errno.EINTR) {
            for (int i = 0; i < count; i++) {
                entries.put(8 * i + 6, (short) 0);
            }
            return;
        }
        RawCalls.must("poll", result);
    }

    public boolean readable(int index) {
        return (entries.shortAt(8 * index + 6) & IN) != 0;
    }

    /** The other side is gone for good. */
    public boolean gone(int index) {
        return (entries.shortAt(8 * index + 6) & GONE) != 0;
    }

    @Override
    public void close() {
        arena.close();
    }
}
