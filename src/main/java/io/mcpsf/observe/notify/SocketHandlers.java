package io.mcpsf.observe.notify;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.model.Observation.Lost;
import io.mcpsf.model.ProcessObservation.CallNoted;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.model.SocketObservation.Bound;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.model.SocketObservation.DnsAsked;
import io.mcpsf.model.SocketObservation.Sent;
import io.mcpsf.observe.Hostile;
import io.mcpsf.observe.SocketAddress;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Connects, binds and sends: who is spoken to, which names are asked for, what goes out. */
final class SocketHandlers {

    private static final int DNS = 53;
    private static final int MOST_PAYLOAD = 64 << 10;
    private static final int MOST_PIECES = 1024;
    private static final int MOST_MESSAGES = 1024;

    /** Searching unpacks what is packed: a call is searched a few times, however it is cut up. */
    private static final int MOST_SEARCHES = 4;

    private static final int MOST_SEARCHED = 256 << 10;
    private static final int LONGEST_EXCERPT = 256;

    private final Sockets sockets;
    private final CanaryFinder canaries;

    SocketHandlers(Sockets sockets, CanaryFinder canaries) {
        this.sockets = sockets;
        this.canaries = canaries;
    }

    void addTo(Map<String, Handler> handlers) {
        handlers.put("connect", this::connected);
        handlers.put("bind", this::bound);
        handlers.put("listen", this::listened);
        handlers.put(
                "sendto",
                t ->
                        sentAlone(
                                t,
                                t.argument(4) == 0
                                        ? new byte[0]
                                        : address(t, t.argument(4), t.small(5)),
                                t.argument(2),
                                () -> t.bytes(t.argument(1), t.argument(2))));
        handlers.put("sendmsg", this::message);
        handlers.put("sendmmsg", this::messages);
    }

    private void connected(Trap trap) {
        SocketAddress peer = SocketAddress.read(address(trap, trap.argument(1), trap.small(2)));
        if (peer.family() == SocketAddress.UNSPECIFIED) {
            return;
        }
        sockets.connected(sockets.socket(trap.task(), trap.small(0)), peer);
        trap.saw(
                Sense.SOCKETS,
                new Connected(transport(trap, peer.family()), peer.address(), peer.port()));
    }

    private void bound(Trap trap) {
        SocketAddress own = SocketAddress.read(address(trap, trap.argument(1), trap.small(2)));
        if (own.family() == SocketAddress.NETLINK) {
            return;
        }
        sockets.bound(sockets.socket(trap.task(), trap.small(0)), own);
        trap.saw(
                Sense.SOCKETS, new Bound(transport(trap, own.family()), own.address(), own.port()));
    }

    private void listened(Trap trap) {
        SocketAddress own = sockets.own(sockets.socket(trap.task(), trap.small(0)));
        String where = own.network() ? " " + own.words() : " " + own.address();
        trap.saw(
                Sense.SOCKETS,
                new CallNoted("listen", (transport(trap, own.family()) + where).strip()));
    }

    private void messages(Trap trap) {
        int count = Math.clamp(Integer.toUnsignedLong(trap.small(2)), 0, MOST_MESSAGES);
        var batch = new Batch();
        for (int i = 0; i < count; i++) {
            message(trap, trap.argument(1) + 64L * i, batch);
        }
        search(trap, batch);
    }

    private void message(Trap trap) {
        var batch = new Batch();
        message(trap, trap.argument(1), batch);
        search(trap, batch);
    }

    private void message(Trap trap, long header, Batch batch) {
        long name = trap.word(header);
        byte[] to = name == 0 ? new byte[0] : address(trap, name, (int) trap.word(header + 8));
        long vector = trap.word(header + 16);
        long pieces = Math.clamp(trap.word(header + 24), 0, MOST_PIECES);
        long total = 0;
        for (long i = 0; i < pieces; i++) {
            total += Math.max(0, trap.word(vector + 16 * i + 8));
        }
        sent(trap, to, total, () -> gather(trap, vector, pieces), batch);
    }

    private static byte[] gather(Trap trap, long vector, long pieces) {
        var payload = new ByteArrayOutputStream();
        for (long i = 0; i < pieces && payload.size() < MOST_PAYLOAD; i++) {
            long length = trap.word(vector + 16 * i + 8);
            long room = Math.min(length, MOST_PAYLOAD - payload.size());
            payload.writeBytes(trap.bytes(trap.word(vector + 16 * i), room));
        }
        return payload.toByteArray();
    }

    private void sentAlone(Trap trap, byte[] to, long total, Supplier<byte[]> content) {
        var batch = new Batch();
        sent(trap, to, total, content, batch);
        search(trap, batch);
    }

    private void sent(Trap trap, byte[] to, long total, Supplier<byte[]> content, Batch batch) {
        boolean addressed = to.length > 0;
        SocketAddress peer =
                addressed
                        ? SocketAddress.read(to)
                        : sockets.peer(sockets.socket(trap.task(), trap.small(0)));
        if (!peer.network()) {
            return;
        }
        byte[] payload = content.get();
        String transport = transport(trap, peer.family());
        if (peer.port() == DNS && asked(trap, transport, peer, payload)) {
            return;
        }
        if (addressed) {
            trap.saw(
                    Sense.SOCKETS,
                    new Sent(
                            transport,
                            peer.address(),
                            peer.port(),
                            total,
                            Hostile.text(payload, LONGEST_EXCERPT)));
        }
        batch.add(transport + " " + peer.words(), payload);
    }

    private void search(Trap trap, Batch batch) {
        batch.payloads.forEach((to, payload) -> search(trap, payload.toByteArray(), "socket", to));
        if (batch.unsearched > 0) {
            trap.saw(
                    Sense.SOCKETS,
                    new Lost(
                            Sense.SOCKETS,
                            batch.unsearched,
                            "more messages in one call than can be searched"));
        }
    }

    /** What one call sends, by where it goes; one after the other, as a receiver would see it. */
    private static final class Batch {
        private final Map<String, ByteArrayOutputStream> payloads = new LinkedHashMap<>();
        private long unsearched;
        private int bytes;

        void add(String to, byte[] payload) {
            boolean known = payloads.containsKey(to);
            if ((!known && payloads.size() >= MOST_SEARCHES)
                    || (bytes > 0 && bytes + payload.length > MOST_SEARCHED)) {
                unsearched++;
                return;
            }
            bytes += payload.length;
            payloads.computeIfAbsent(to, _ -> new ByteArrayOutputStream()).writeBytes(payload);
        }
    }

    private boolean asked(Trap trap, String transport, SocketAddress resolver, byte[] payload) {
        List<DnsQuestion> questions =
                transport.equals("tcp")
                        ? DnsQuestion.readStream(payload)
                        : DnsQuestion.read(payload);
        for (DnsQuestion question : questions) {
            trap.saw(
                    Sense.SOCKETS,
                    new DnsAsked(question.name(), question.type(), resolver.words()));
            // Secrets are cut into labels: look at them with and without the dots.
            byte[] name = question.name().getBytes(StandardCharsets.ISO_8859_1);
            byte[] joined = question.name().replace(".", "").getBytes(StandardCharsets.ISO_8859_1);
            if (!search(trap, name, "dns", question.name())) {
                search(trap, joined, "dns", question.name());
            }
        }
        return !questions.isEmpty();
    }

    private boolean search(Trap trap, byte[] payload, String where, String destination) {
        var all = canaries.find(payload);
        for (var found : all) {
            trap.saw(
                    Sense.SOCKETS,
                    new BaitLeft(found.bait(), found.kind(), where, destination, found.encoding()));
        }
        return !all.isEmpty();
    }

    private String transport(Trap trap, int family) {
        if (family == SocketAddress.INET || family == SocketAddress.INET6) {
            String known = sockets.transport(trap.task(), trap.small(0));
            return known.isEmpty() ? SocketAddress.name(family) : known;
        }
        return SocketAddress.name(family);
    }

    private static byte[] address(Trap trap, long pointer, int length) {
        return trap.bytes(pointer, Math.clamp(length, 0, SocketAddress.LONGEST));
    }
}
