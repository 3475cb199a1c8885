package io.mcpsf.boundary;

import io.mcpsf.boundary.capture.CaptureFile;
import io.mcpsf.boundary.capture.Packet;
import io.mcpsf.linux.PacketRing;
import io.mcpsf.model.NetworkObservation.ContactFailed;
import io.mcpsf.model.NetworkObservation.EgressRefused;
import io.mcpsf.model.NetworkObservation.PacketSent;
import io.mcpsf.os.Last;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;

/** Writes every frame on the wire to the capture file, and tells those that no socket gets. */
final class Capture implements AutoCloseable {

    private static final int TICK_MILLIS = 50;
    private static final Set<String> KNOWN = Set.of("udp", "quic", "icmp");
    private static final int RECEIPT_BYTES = 100;
    private static final int FLOOD_FRAMES = 400;
    private static final long LAST_NANOS = 500_000_000L;

    private final PacketRing ring;
    private final CaptureFile file;
    private final Services services;
    private final Clock clock;
    private final Thread thread;
    private volatile boolean closing;
    private long second;
    private int inSecond;
    private volatile boolean flooded;

    Capture(PacketRing ring, CaptureFile file, Services services, Clock clock) {
        this.ring = ring;
        this.file = file;
        this.services = services;
        this.clock = clock;
        this.thread = Thread.ofPlatform().name("boundary-capture").daemon().start(this::run);
    }

    /** Whether so much came in some second that the firewall's bounds may have been reached. */
    boolean flooded() {
        return flooded;
    }

    /** Whether everything that has crossed the wire so far has been told. */
    boolean settled() {
        return ring.drained();
    }

    @Override
    public void close() {
        closing = true;
        ring.wake();
        Last.of(thread);
        long dropped = ring.dropped();
        // The kernel waits for all its processors before it lets a ring go; nobody else need.
        Thread.ofPlatform().name("boundary-ring-release").start(ring::close);
        if (dropped > 0) {
            services.witness().missed(dropped, "frames came faster than they could be read");
        }
        if (file.left() > 0) {
            services.witness()
                    .saw(
                            flow(new Packet("capture", "", 0, 0, new byte[0])),
                            new EgressRefused(
                                    "capture",
                                    "traffic.pcapng",
                                    file.left() + " frames not kept: the file is full"));
        }
    }

    private void run() {
        while (!closing) {
            ring.read(TICK_MILLIS, this::frame);
        }
        // The kernel keeps the last frames for a moment before it hands them over.
        long deadline = System.nanoTime() + LAST_NANOS;
        while (!ring.drained() && System.nanoTime() < deadline) {
            ring.read(1, this::frame);
        }
    }

    private void frame(boolean outgoing, long epochNanos, int wireBytes, byte[] frame) {
        try {
            if (!bulk(outgoing, frame)) {
                file.frame(epochNanos, wireBytes, frame);
            }
        } catch (IOException e) {
            services.witness().missed(1, "the capture file cannot be written");
        }
        if (outgoing) {
            Packet.refusal(frame).ifPresent(this::tellRefused);
            return;
        }
        count(epochNanos);
        try {
            Packet.of(frame).ifPresent(this::tell);
        } catch (RuntimeException ours) {
            // One odd frame must not end the capture.
            services.witness().missed(1, "a frame broke us: " + ours.getClass().getName());
        }
    }

    /** Packages that a real registry sends, and their receipts, would fill the file. */
    private boolean bulk(boolean outgoing, byte[] frame) {
        boolean data = outgoing ? frame.length > RECEIPT_BYTES : frame.length <= RECEIPT_BYTES;
        return data
                && !services.passing().isEmpty()
                && Packet.tcpPort(frame, outgoing).stream()
                        .anyMatch(port -> services.passing().contains(port));
    }

    private void count(long epochNanos) {
        long now = epochNanos / 1_000_000_000L;
        inSecond = now == second ? inSecond + 1 : 1;
        second = now;
        if (inSecond > FLOOD_FRAMES) {
            flooded = true;
        }
    }

    private void tellRefused(Packet packet) {
        Flow flow = flow(packet);
        String how = NetworkFault.REFUSED.word();
        services.witness().saw(flow, new ContactFailed("tcp", flow.destination(), how));
        // Which ports are tried can be a message, too.
        services.witness().searchPlace(flow, "tcp");
    }

    private void tell(Packet packet) {
        Flow flow = flow(packet);
        byte[] payload = packet.payload();
        Witness witness = services.witness();
        witness.saw(
                flow,
                new PacketSent(
                        packet.protocol(),
                        packet.address(),
                        packet.port(),
                        payload.length,
                        Excerpt.packet(payload)));
        String where = KNOWN.contains(packet.protocol()) ? packet.protocol() : "raw";
        if (!witness.search(flow, where, flow.destination(), payload)) {
            witness.searchPiece(flow, where, flow.destination(), "", payload);
            witness.searchAmong(flow, where, flow.destination(), payload);
            witness.searchPlace(flow, where);
        }
    }

    private Flow flow(Packet packet) {
        Optional<String> name =
                packet.address().isEmpty()
                        ? Optional.empty()
                        : services.names().book().name(InetAddress.ofLiteral(packet.address()));
        return new Flow(
                packet.protocol(),
                packet.address(),
                packet.port(),
                name.orElse(""),
                packet.sourcePort(),
                clock.instant());
    }
}
