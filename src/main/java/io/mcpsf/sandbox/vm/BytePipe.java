package io.mcpsf.sandbox.vm;

import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;

/** Bytes from one thread to another; the writer waits when the reader is far behind. */
final class BytePipe extends InputStream {

    private static final int MOST_CHUNKS = 64;

    private final Deque<byte[]> chunks = new ArrayDeque<>();
    private int at;
    private boolean ended;

    synchronized void put(byte[] chunk) throws InterruptedException {
        while (chunks.size() >= MOST_CHUNKS && !ended) {
            wait();
        }
        if (!ended && chunk.length > 0) {
            chunks.add(chunk);
            notifyAll();
        }
    }

    /** Nothing more comes; what is in it can still be read. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public synchronized int read(byte[] to, int from, int length) {
        try {
            while (chunks.isEmpty() && !ended) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        }
        byte[] first = chunks.peek();
        if (first == null) {
            return -1;
        }
        int read = Math.min(length, first.length - at);
        System.arraycopy(first, at, to, from, read);
        at += read;
        if (at == first.length) {
            chunks.remove();
            at = 0;
            notifyAll();
        }
        return read;
    }

    /** Whoever reads no more does not hold up the writer. */
    @Override
    public synchronized void close() {
        chunks.clear();
        at = 0;
        end();
    }
}
