package io.mcpsf.run.question;

import io.mcpsf.boundary.LocalPorts;
import io.mcpsf.linux.ListeningPorts;
import io.mcpsf.mcp.http.Dialer;
import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.NetworkObservation.ProxyUsed;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation.Bound;
import io.mcpsf.run.record.Recorder;
import io.mcpsf.sandbox.Sandbox;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/**
 * Asks every port that the server listens on whether it is a proxy: for a connection to a host that
 * is named nowhere else. An answer proves nothing, as many a web server says yes to everything;
 * only when the connection arrives at our network it was made.
 */
final class ProxyCheck {

    private static final int MOST = 8;

    /** For a connection and two answers within one machine that may be busy. */
    private static final Duration ANSWER = Duration.ofSeconds(3);

    /** Between the answer and the connection that it speaks of. */
    private static final Duration ARRIVAL = Duration.ofSeconds(1);

    private final Recorder recorder;
    private final RandomGenerator chance;
    private final Set<String> arrived = ConcurrentHashMap.newKeySet();

    ProxyCheck(Recorder recorder, RandomGenerator chance) {
        this.recorder = recorder;
        this.chance = chance;
    }

    /** {@code opened} are those that were seen to be bound, for a network we can't look into. */
    void run(Sandbox sandbox, List<Bound> opened) throws InterruptedException {
        run(listeners(sandbox, opened), new SandboxDialer(sandbox));
    }

    void run(List<InetSocketAddress> all, Dialer dialer) throws InterruptedException {
        List<InetSocketAddress> listeners =
                all.stream().filter(port -> !LocalPorts.ours(port)).limit(MOST).toList();
        if (listeners.isEmpty()) {
            return;
        }
        try (var _ = recorder.tap(this::saw)) {
            Map<String, ProxyUsed> granted = ask(listeners, dialer);
            long deadline = System.nanoTime() + ARRIVAL.toNanos();
            while (!arrived.containsAll(granted.keySet()) && System.nanoTime() < deadline) {
                Thread.sleep(10);
            }
            granted.forEach(
                    (host, used) -> {
                        if (arrived.contains(host)) {
                            recorder.saw(used);
                        }
                    });
        }
    }

    /** What the ports granted, by the host that each was asked for. */
    private Map<String, ProxyUsed> ask(List<InetSocketAddress> listeners, Dialer dialer)
            throws InterruptedException {
        Map<String, ProxyUsed> granted = new ConcurrentHashMap<>();
        var threads = new ArrayList<Thread>();
        try (var talks = new Talks(dialer)) {
            for (InetSocketAddress listener : listeners) {
                for (ProxyRequest request : ProxyRequest.ALL) {
                    String label = "cdn-" + Integer.toString(chance.nextInt(1 << 30), 36);
                    var wish = wish(request, listener, label + ".site.example");
                    threads.add(
                            Thread.ofVirtual()
                                    .name("proxy check")
                                    .start(
                                            () -> {
                                                if (talks.grants(listener, request, wish.host())) {
                                                    granted.put(wish.host(), wish);
                                                }
                                            }));
                }
            }
            long deadline = System.nanoTime() + ANSWER.toNanos();
            for (Thread thread : threads) {
                thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return granted;
    }

    private static ProxyUsed wish(ProxyRequest request, InetSocketAddress listener, String host) {
        return new ProxyUsed(
                request.protocol(),
                listener.getAddress().getHostAddress(),
                listener.getPort(),
                host);
    }

    /** Connections that all end when this is closed, whoever waits for an answer on them. */
    private static final class Talks implements AutoCloseable {

        private final Dialer dialer;
        private final List<Dialer.Connection> open = new ArrayList<>();
        private boolean over;

        Talks(Dialer dialer) {
            this.dialer = dialer;
        }

        boolean grants(InetSocketAddress listener, ProxyRequest request, String host) {
            try (var connection = dialer.dial(near(listener), listener.getPort(), false, ANSWER)) {
                keep(connection);
                return request.granted(connection.in(), connection.out(), host);
            } catch (IOException e) {
                // It listens no more, hung up, or said nothing in time: no proxy for us.
                return false;
            }
        }

        private synchronized void keep(Dialer.Connection connection) throws IOException {
            if (over) {
                throw new IOException("too late");
            }
            open.add(connection);
        }

        @Override
        public synchronized void close() {
            over = true;
            for (Dialer.Connection connection : open) {
                hangUp(connection);
            }
        }

        private static void hangUp(Dialer.Connection connection) {
            try {
                connection.close();
            } catch (IOException e) {
                return; // The other side had closed it.
            }
        }
    }

    /** Where to reach it from inside. */
    private static String near(InetSocketAddress listener) {
        InetAddress address = listener.getAddress();
        boolean six = address.getAddress().length > 4;
        if (address.isAnyLocalAddress()) {
            return six ? "[::1]" : "127.0.0.1";
        }
        return six ? "[" + address.getHostAddress() + "]" : address.getHostAddress();
    }

    private static List<InetSocketAddress> listeners(Sandbox sandbox, List<Bound> opened) {
        return sandbox.ownNetwork()
                ? opened.stream()
                        .map(
                                bound ->
                                        new InetSocketAddress(
                                                InetAddress.ofLiteral(bound.address()),
                                                bound.port()))
                        .toList()
                : ListeningPorts.of(sandbox.pid());
    }

    private void saw(Seen seen) {
        if (seen.what() instanceof FlowOpened flow) {
            arrived.add(flow.name());
        }
    }
}
