package io.mcpsf.report;

import static java.util.stream.Collectors.toMap;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.FileObservation;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.Act;
import io.mcpsf.model.FileObservation.Change;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.NetworkObservation;
import io.mcpsf.model.Observation;
import io.mcpsf.model.ProcessObservation;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** What the server did, sorted by kind and counted: its network, processes and files. */
public final class Behaviour {

    private static final int MAX_GIVEN = 20_000;

    /** The sensor names a resolver with its port, the boundary by its address alone. */
    private static final Pattern WITH_PORT = Pattern.compile("(\\[.*]|[^:]*):[0-9]+");

    /** Packets without a connection that would be listed already. */
    private static final Set<String> LOOSE = Set.of("udp", "quic", "icmp", "raw");

    /**
     * What the sensor in the sandbox and what the boundary told of the same, the fuller of both.
     */
    private final Tally<Name> names;

    private final Tally<Peer> connections;
    private final Tally<Peer> listeners = new Tally<>();
    private final List<Seen> executions = new ArrayList<>();
    private final Tally<String> read = new Tally<>();
    private final Tally<String> written = new Tally<>();
    private final Tally<String> deleted = new Tally<>();

    private final Tally<Name> namesInside = new Tally<>();
    private final Tally<Name> namesOutside = new Tally<>();
    private final Tally<Peer> peersInside = new Tally<>();
    private final Tally<Peer> peersOutside = new Tally<>();
    private final Map<String, String> given = new HashMap<>();

    /** The paths of touched decoys. */
    private final Set<String> bait = new HashSet<>();

    public record Name(String name, String type) {}

    public record Peer(String transport, String address, int port) {}

    public Behaviour(Evidence evidence) {
        Map<Long, Long> repeats =
                evidence.of(Observation.Repeated.class)
                        .collect(toMap(s -> s.what().first(), s -> s.what().more(), Long::sum));
        for (Seen seen : evidence.seen()) {
            long times = 1 + repeats.getOrDefault(seen.seq(), 0L);
            sort(seen, times);
        }
        names = namesInside.or(namesOutside);
        connections = peersInside.or(peersOutside);
        // A sensor may tell the open of a decoy only as the touch of it.
        evidence.of(FileObservation.BaitTouched.class)
                .filter(s -> s.what().touch() == Touch.READ && !read.has(s.what().path()))
                .forEach(s -> read.add(s.what().path(), s.at().seq(), 1));
    }

    public Tally<Name> names() {
        return names;
    }

    public Tally<Peer> connections() {
        return connections;
    }

    public Tally<Peer> listeners() {
        return listeners;
    }

    /** Every exec, in order. */
    public List<Seen> executions() {
        return List.copyOf(executions);
    }

    public Tally<String> read() {
        return read;
    }

    public Tally<String> written() {
        return written;
    }

    public Tally<String> deleted() {
        return deleted;
    }

    /** Whether the path is that of a touched decoy. */
    public boolean decoy(String path) {
        return bait.contains(path);
    }

    /** The name that the fake internet gave the address for, or empty. */
    public String name(Peer peer) {
        return given.getOrDefault(peer.address(), "");
    }

    private void sort(Seen seen, long times) {
        long seq = seen.seq();
        // Only what the report lists; all the rest stays in the evidence.
        switch (seen.what()) {
            case SocketObservation.DnsAsked d ->
                    (WITH_PORT.matcher(d.resolver()).matches() ? namesInside : namesOutside)
                            .add(new Name(d.name(), d.type()), seq, times);
            // Without a port a resolver library asks for its own address and sends nothing.
            case SocketObservation.Connected c when c.port() != 0 || !c.transport().equals("udp") ->
                    peersInside.add(new Peer(c.transport(), c.address(), c.port()), seq, times);
            case SocketObservation.Sent s ->
                    peersInside.add(new Peer(s.transport(), s.address(), s.port()), seq, times);
            case NetworkObservation.FlowOpened f -> {
                peersOutside.add(new Peer(f.transport(), f.address(), f.port()), seq, times);
                if (!f.name().isEmpty() && given.size() < MAX_GIVEN) {
                    given.putIfAbsent(f.address(), f.name());
                }
            }
            case NetworkObservation.PacketSent p when LOOSE.contains(p.protocol()) ->
                    peersOutside.add(
                            new Peer(
                                    p.protocol().equals("quic") ? "udp" : p.protocol(),
                                    p.address(),
                                    p.port()),
                            seq,
                            times);
            case SocketObservation.Bound b ->
                    listeners.add(new Peer(b.transport(), b.address(), b.port()), seq, times);
            case ProcessObservation.ProcessStarted _ -> executions.add(seen);
            case FileObservation.FileOpened o when o.found() || o.access() == Access.CREATE ->
                    opened(o, seq, times);
            case FileObservation.FileActed a -> acted(a, seq, times);
            case FileObservation.FileChanged c ->
                    (c.change() == Change.DELETED ? deleted : written).add(c.path(), seq, times);
            case FileObservation.BaitTouched b -> bait.add(b.path());
            default -> {}
        }
    }

    private void opened(FileObservation.FileOpened open, long seq, long times) {
        switch (open.access()) {
            case READ -> read.add(open.path(), seq, times);
            case WRITE, CREATE -> written.add(open.path(), seq, times);
            case LOOK -> {}
        }
    }

    private void acted(FileObservation.FileActed acted, long seq, long times) {
        if (acted.act() == Act.DELETE) {
            deleted.add(acted.path(), seq, times);
        } else if (acted.act() == Act.RENAME || acted.act() == Act.LINK) {
            written.add(acted.to(), seq, times);
        } else {
            written.add(acted.path(), seq, times);
        }
    }
}
