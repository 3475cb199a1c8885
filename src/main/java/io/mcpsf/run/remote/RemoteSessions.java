package io.mcpsf.run.remote;

import io.mcpsf.guard.http.ClientAdmission;
import io.mcpsf.guard.http.ClientSession;
import io.mcpsf.guard.http.HttpFront;
import io.mcpsf.mcp.LineReader;
import io.mcpsf.os.Last;
import io.mcpsf.run.request.UsageException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Serves MCP clients over HTTP with a server of our own, one session each on a thread of its own.
 */
public final class RemoteSessions {

    /** A session is a thread that waits; what it runs has limits of its own. */
    private static final int MOST = 200;

    private final Place place;
    private final Server server;
    private final Consumer<String> tell;
    private final SecureRandom chance = new SecureRandom();
    private final Set<Thread> open = ConcurrentHashMap.newKeySet();

    /** Where clients connect, and the key that lets them in. */
    public record Place(String host, int port, String key) {

        /** Never the key. */
        @Override
        public String toString() {
            return host + ":" + port;
        }
    }

    /** A client's messages, one after another, and the way back. */
    public interface Channel {

        /** Empty when the client has left. */
        Optional<byte[]> next() throws IOException;

        void send(byte[] message);
    }

    /** Serves one client until it leaves. */
    @FunctionalInterface
    public interface Server {
        void serve(Channel client) throws IOException;
    }

    public RemoteSessions(Place place, Server server, Consumer<String> tell) {
        this.place = place;
        this.server = server;
        this.tell = tell;
    }

    /** Until the thread is interrupted. */
    public void serve(IntConsumer listening) throws InterruptedException {
        var admission = new ClientAdmission(place.key(), loopback());
        try (var front =
                new HttpFront(place.host(), place.port(), admission, MOST, this::session)) {
            front.start();
            listening.accept(front.port());
            new CountDownLatch(1).await();
        } finally {
            open.forEach(Thread::interrupt);
            open.forEach(Last::of);
        }
    }

    private boolean loopback() {
        try {
            return InetAddress.getByName(place.host()).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new UsageException(
                    "cannot listen on " + place.host(),
                    "it has no address",
                    "use an address of yours");
        }
    }

    private ClientSession session() {
        byte[] id = new byte[16];
        chance.nextBytes(id);
        var session = new ClientSession(HexFormat.of().formatHex(id));
        Thread thread = Thread.ofVirtual().name("session").unstarted(() -> run(session));
        open.add(thread);
        thread.start();
        return session;
    }

    private void run(ClientSession session) {
        try {
            server.serve(channel(session));
        } catch (IOException e) {
            return; // Interrupted, because everything ends.
        } catch (RuntimeException e) {
            // The edge of a session: whatever is broken in us ends it, and no other.
            tell.accept("mcpsf: a session failed: " + e.getMessage());
        } finally {
            session.end();
            open.remove(Thread.currentThread());
        }
    }

    private static Channel channel(ClientSession session) {
        return new Channel() {
            @Override
            public Optional<byte[]> next() throws IOException {
                return session.next().map(LineReader.Line::kept);
            }

            @Override
            public void send(byte[] message) {
                session.write(message, true);
            }
        };
    }
}
