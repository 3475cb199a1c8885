package io.mcpsf.mcp.http;

import io.mcpsf.mcp.Direction;
import io.mcpsf.mcp.Fault;

import org.jspecify.annotations.Nullable;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One request and its response. Closing from another thread ends it wherever it is. Redirects are
 * followed within the same origin only; any other is reported and ends it.
 */
final class RequestExchange implements Closeable {

    private static final Set<Integer> MOVED = Set.of(301, 302, 303, 307, 308);

    private final ConnectionPool connections;
    private final Carrier carrier;
    private ConnectionPool.@Nullable Open open;
    private boolean closed;

    RequestExchange(ConnectionPool connections, Carrier carrier) {
        this.connections = connections;
        this.carrier = carrier;
    }

    /** The head of the response and its body, which is read from the connection. */
    record Response(Head head, Body body) {}

    /** Who hears of what crosses besides messages. */
    interface Carrier {

        /** A head crossed; credentials are already left out. */
        void crossed(Direction direction, byte[] head);

        void odd(Fault fault, String detail, byte[] raw);

        /** The names of headers that hold credentials. */
        Set<String> withheld();
    }

    /** Sends, and reads the head of the answer. Empty when a redirect was not followed. */
    Optional<Response> send(Request first) throws IOException {
        Request request = first;
        for (int moves = 0; ; moves++) {
            Response response = once(request);
            Head head = response.head();
            if (!MOVED.contains(head.status()) || head.value("location").isEmpty()) {
                return Optional.of(response);
            }
            Optional<Endpoint> next = next(request.to(), head, moves);
            if (next.isEmpty()) {
                forget();
                return Optional.empty();
            }
            forget();
            request = request.at(next.get());
        }
    }

    /** The response was read: keeps the connection when it can carry another request. */
    void finish(Response response) throws IOException {
        ConnectionPool.Open used = current();
        if (used == null) {
            return;
        }
        if (used.in().available() > 0 && response.body().done()) {
            carrier.odd(Fault.EXTRA_BYTES, "", used.in().readNBytes(used.in().available()));
            forget();
        } else if (!response.body().done()
                || response.head().value("connection").equalsIgnoreCase("close")) {
            forget();
        } else {
            synchronized (this) {
                open = null;
            }
            connections.release(used);
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        forget();
    }

    synchronized boolean closed() {
        return closed;
    }

    private Response once(Request request) throws IOException {
        ConnectionPool.Open used = hold(connections.take(HttpCaps.DIAL));
        carrier.crossed(Direction.SENT, request.head(carrier.withheld()));
        try {
            return over(used, request);
        } catch (StaleException e) {
            // A kept connection that the server had closed meanwhile; nothing of an answer came.
            forget();
            return over(hold(connections.fresh(HttpCaps.DIAL)), request);
        }
    }

    private Response over(ConnectionPool.Open used, Request request) throws IOException {
        Optional<Head> head;
        try {
            used.out().write(request.bytes());
            used.out().flush();
            head = Head.read(used.in());
        } catch (BadHttpException e) {
            throw e;
        } catch (IOException e) {
            if (used.reused() && !closed()) {
                throw new StaleException();
            }
            throw e;
        }
        for (int interim = 0; head.isPresent() && head.get().interim(); interim++) {
            if (interim >= HttpCaps.INTERIM) {
                throw new BadHttpException(Fault.INTERIM_FLOOD, interim + " of them");
            }
            head = Head.read(used.in());
        }
        if (head.isEmpty()) {
            if (used.reused() && !closed()) {
                throw new StaleException();
            }
            throw new IOException("the server closed the connection without an answer");
        }
        carrier.crossed(Direction.RECEIVED, head.get().raw());
        Body body = Body.of(head.get(), used.in());
        body.unclear().ifPresent(why -> carrier.odd(Fault.BAD_FRAMING, why, new byte[0]));
        return new Response(head.get(), body);
    }

    private Optional<Endpoint> next(Endpoint from, Head head, int moves) {
        String location = head.value("location");
        Optional<Endpoint> to = from.resolve(location);
        if (to.isPresent() && to.get().metadata()) {
            carrier.odd(Fault.METADATA_REDIRECT, to.get().origin(), head.raw());
            return Optional.empty();
        }
        if (to.isEmpty() || !from.sameOrigin(to.get())) {
            String where = to.map(Endpoint::origin).orElse("to an invalid URL");
            carrier.odd(Fault.REDIRECT, where, head.raw());
            return Optional.empty();
        }
        if (moves >= HttpCaps.REDIRECTS || !List.of(301, 302, 307, 308).contains(head.status())) {
            carrier.odd(Fault.REDIRECT, moves + " before it", head.raw());
            return Optional.empty();
        }
        return to;
    }

    private ConnectionPool.Open hold(ConnectionPool.Open taken) throws IOException {
        synchronized (this) {
            if (!closed) {
                open = taken;
                return taken;
            }
        }
        connections.discard(taken);
        throw new IOException("we closed the connection");
    }

    private void forget() {
        ConnectionPool.Open used;
        synchronized (this) {
            used = open;
            open = null;
        }
        if (used != null) {
            connections.discard(used);
        }
    }

    private synchronized ConnectionPool.@Nullable Open current() {
        return open;
    }

    private static final class StaleException extends IOException {
        private static final long serialVersionUID = 1;
    }
}
