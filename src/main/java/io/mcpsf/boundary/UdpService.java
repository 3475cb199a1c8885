package io.mcpsf.boundary;

import io.mcpsf.linux.AnyAddressUdp;
import io.mcpsf.os.Last;

import java.time.Clock;
import java.util.Optional;

/** Answers questions to any resolver, on one thread. */
final class UdpService implements AutoCloseable {

    /** The largest question that we read; the rest of a larger one is cut off. */
    static final int MAX_BYTES = 4096;

    private static final int TICK_MILLIS = 50;

    private final AnyAddressUdp socket;
    private final Resolver resolver;
    private final Services services;
    private final Clock clock;
    private final Thread thread;
    private volatile boolean closing;

    UdpService(AnyAddressUdp socket, Services services, Clock clock) {
        this.socket = socket;
        this.resolver = new Resolver(services);
        this.services = services;
        this.clock = clock;
        this.thread = Thread.ofPlatform().name("boundary-dns").daemon().start(this::answerAll);
    }

    @Override
    public void close() {
        closing = true;
        socket.wake();
        Last.of(thread);
        socket.close();
    }

    private void answerAll() {
        while (!closing) {
            Optional<AnyAddressUdp.Datagram> next = socket.receive(TICK_MILLIS);
            if (next.isPresent()) {
                try {
                    answer(next.get());
                } catch (RuntimeException ours) {
                    // One bad question must not end the service of names.
                    services.witness().missed(1, "a question broke us: " + ours.getClass());
                }
            }
        }
    }

    private void answer(AnyAddressUdp.Datagram datagram) {
        var flow =
                new Flow(
                        "udp",
                        datagram.to().getHostAddress(),
                        53,
                        "",
                        datagram.fromPort(),
                        clock.instant());
        byte[] reply = resolver.answer(flow, datagram.bytes());
        if (reply.length > 0 && reply.length <= MAX_BYTES) {
            socket.answer(reply);
        }
    }
}
