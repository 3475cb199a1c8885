package io.mcpsf.boundary;

import io.mcpsf.boundary.tls.ClientHello;
import io.mcpsf.boundary.wire.PeekStream;
import io.mcpsf.model.NetworkObservation.ContactFailed;
import io.mcpsf.model.NetworkObservation.EgressRefused;
import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.SocketObservation.Connected;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Clock;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Takes every connection to any address and port, each on a thread of its own. */
final class TcpService implements AutoCloseable {

    /** What is kept of a body for the search and the record, and when many talk at once. */
    private static final int KEEP_BYTES = 1 << 20;

    private static final int KEEP_BYTES_CROWDED = 64 << 10;
    private static final int CROWD = 48;

    /** A request of a server in use is passed on whole or not at all. */
    private static final int KEEP_BYTES_USED = 16 << 20;

    private static final int DNS = 53;

    private final ServerSocketChannel listener;
    private final Services services;
    private final Clock clock;
    private final boolean announcing;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Set<SocketChannel> open = new LinkedHashSet<>();
    private final Set<Thread> talking = ConcurrentHashMap.newKeySet();
    private final Thread accepting;

    /** {@code announcing}: also tell each connection in the words of the socket sensor. */
    TcpService(ServerSocketChannel listener, Services services, Clock clock, boolean announcing) {
        this.listener = listener;
        this.services = services;
        this.clock = clock;
        this.announcing = announcing;
        this.accepting = Thread.ofPlatform().name("boundary-tcp").daemon().start(this::acceptAll);
    }

    /** Whether every conversation waits for its client. */
    boolean settled() {
        return talking.stream()
                .map(Thread::getState)
                .allMatch(s -> s == Thread.State.WAITING || s == Thread.State.TIMED_WAITING);
    }

    @Override
    public void close() {
        try {
            listener.close();
            accepting.join();
            synchronized (open) {
                for (SocketChannel channel : open) {
                    channel.close();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close the listener", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        threads.close();
    }

    private void acceptAll() {
        while (true) {
            try {
                SocketChannel channel = listener.accept();
                if (full() && services.policy().get().admission().refusing()) {
                    // What is in use stays: a server in use loses none of its connections.
                    evict(channel);
                    continue;
                }
                makeRoom().ifPresent(this::evict);
                synchronized (open) {
                    open.add(channel);
                }
                threads.execute(() -> serve(channel));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private boolean full() {
        synchronized (open) {
            return open.size() >= services.policy().get().maxConnections();
        }
    }

    /**
     * The connection that must go for a new one to be heard. It is the oldest: idle connections
     * must not make us deaf.
     */
    private Optional<SocketChannel> makeRoom() {
        synchronized (open) {
            if (open.size() < services.policy().get().maxConnections()) {
                return Optional.empty();
            }
            Iterator<SocketChannel> oldest = open.iterator();
            SocketChannel gone = oldest.next();
            oldest.remove();
            return Optional.of(gone);
        }
    }

    private void evict(SocketChannel channel) {
        try {
            Flow flow = flow(channel);
            channel.close();
            services.witness()
                    .saw(
                            flow,
                            new EgressRefused(
                                    "tcp", flow.destination(), "too many connections at once"));
        } catch (IOException gone) {
            return;
        }
    }

    private void serve(SocketChannel channel) {
        talking.add(Thread.currentThread());
        try (channel) {
            Flow flow = flow(channel);
            // Not when the last one ended: the capture may still be reading what that was sent.
            services.passing().remove(flow.sourcePort());
            tell(flow);
            var local = (InetSocketAddress) channel.getLocalAddress();
            Socket socket = channel.socket();
            if (services.policy().get().denies(local.getAddress(), local.getPort())) {
                refuse(flow, socket, "denied");
                return;
            }
            Admission admission = services.policy().get().admission();
            boolean byAddress = admission.admits(local.getAddress(), local.getPort());
            if (admission.refusing()
                    && !byAddress
                    && !resolver(local)
                    && !admission.admits(flow.name(), flow.port())) {
                refuse(
                        flow,
                        socket,
                        admission.blocks(flow.port())
                                ? "the policy blocks this port"
                                : "not in the policy");
                return;
            }
            socket.setTcpNoDelay(true);
            // Else the kernel takes urgent bytes out of the stream, and nobody sees them.
            socket.setOOBInline(true);
            String host = flow.name().isEmpty() ? flow.address() : flow.name();
            var conversation =
                    new Conversation(
                            services,
                            flow,
                            socket,
                            new PeekStream(socket.getInputStream(), ClientHello.MAX_BYTES),
                            new Conversation.Layer(0, host, flow.port(), false, keepBytes()));
            if (byAddress) {
                conversation.dial(local.getAddress());
            } else if (services.is(NetworkFault.TIMEOUT)) {
                String how = NetworkFault.TIMEOUT.word();
                services.witness().saw(flow, new ContactFailed("tcp", flow.destination(), how));
                conversation.patience(Conversation.IDLE_MILLIS);
                new RawTalk(conversation, "tcp").run();
            } else {
                conversation.run();
            }
        } catch (IOException theClientLeft) {
            // Whatever was worth telling has been told before; how a client leaves is not.
            return;
        } catch (RuntimeException ours) {
            // A reader of hostile bytes that breaks must not take the others with it.
            services.witness().missed(1, "a conversation broke: " + ours.getClass().getName());
        } finally {
            talking.remove(Thread.currentThread());
            synchronized (open) {
                open.remove(channel);
            }
        }
    }

    private void refuse(Flow flow, Socket socket, String why) throws IOException {
        services.witness().saw(flow, new EgressRefused("tcp", flow.destination(), why));
        socket.setSoLinger(true, 0);
    }

    /** Questions for names may come over TCP as well. */
    private boolean resolver(InetSocketAddress local) {
        return local.getPort() == DNS && local.getAddress().equals(services.names().resolver());
    }

    /** Many large bodies at once must not take all memory. */
    private int keepBytes() {
        boolean used = services.policy().get().admission().refusing();
        synchronized (open) {
            if (open.size() > CROWD) {
                return used ? KEEP_BYTES : KEEP_BYTES_CROWDED;
            }
            return used ? KEEP_BYTES_USED : KEEP_BYTES;
        }
    }

    private void tell(Flow flow) {
        services.witness()
                .saw(
                        flow,
                        new FlowOpened(
                                "tcp",
                                flow.address(),
                                flow.port(),
                                flow.name(),
                                flow.sourcePort()));
        services.witness().searchPlace(flow, "tcp");
        if (announcing) {
            services.witness().saw(flow, new Connected("tcp", flow.address(), flow.port()));
        }
    }

    private Flow flow(SocketChannel channel) throws IOException {
        var local = (InetSocketAddress) channel.getLocalAddress();
        var remote = (InetSocketAddress) channel.getRemoteAddress();
        InetAddress address = local.getAddress();
        return new Flow(
                "tcp",
                address.getHostAddress(),
                local.getPort(),
                services.names().book().name(address).orElse(""),
                remote.getPort(),
                clock.instant());
    }
}
