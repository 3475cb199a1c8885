package io.mcpsf.mcp.http;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** The connections to one origin: those in use, and a few kept for the next request. */
final class ConnectionPool implements Closeable {

    private final Dialer dialer;
    private final Endpoint origin;
    private final Deque<Open> idle = new ArrayDeque<>();
    private final Set<Open> used = new HashSet<>();
    private boolean closed;

    ConnectionPool(Dialer dialer, Endpoint origin) {
        this.dialer = dialer;
        this.origin = origin;
    }

    /** A connection with its streams, and whether it has carried a request before. */
    static final class Open implements Closeable {

        private final Dialer.Connection connection;
        private final InputStream in;
        private final OutputStream out;
        private boolean reused;
        private long since;

        private Open(Dialer.Connection connection) throws IOException {
            this.connection = connection;
            this.in = new BufferedInputStream(connection.in(), 16 << 10);
            this.out = connection.out();
        }

        InputStream in() {
            return in;
        }

        OutputStream out() {
            return out;
        }

        boolean reused() {
            return reused;
        }

        @Override
        public void close() {
            try {
                connection.close();
            } catch (IOException e) {
                // It is gone either way.
                return;
            }
        }
    }

    /** One that waits, or a new one within that time. */
    Open take(Duration atMost) throws IOException {
        Optional<Open> waiting = waiting();
        if (waiting.isPresent()) {
            return waiting.get();
        }
        return fresh(atMost);
    }

    Open fresh(Duration atMost) throws IOException {
        var open = new Open(dialer.dial(origin.host(), origin.port(), origin.tls(), atMost));
        synchronized (this) {
            if (!closed) {
                used.add(open);
                return open;
            }
        }
        open.close();
        throw new IOException("we closed the connection");
    }

    /** Puts one back that is ready for the next request. */
    synchronized void release(Open open) {
        used.remove(open);
        if (closed || idle.size() >= HttpCaps.IDLE) {
            open.close();
            return;
        }
        open.reused = true;
        open.since = System.nanoTime();
        idle.push(open);
    }

    synchronized void discard(Open open) {
        used.remove(open);
        open.close();
    }

    @Override
    public synchronized void close() {
        closed = true;
        idle.forEach(Open::close);
        used.forEach(Open::close);
        idle.clear();
        used.clear();
    }

    private synchronized Optional<Open> waiting() {
        while (!idle.isEmpty()) {
            Open open = idle.pop();
            if (System.nanoTime() - open.since < HttpCaps.IDLE_TIME.toNanos()) {
                used.add(open);
                return Optional.of(open);
            }
            open.close();
        }
        return Optional.empty();
    }
}
