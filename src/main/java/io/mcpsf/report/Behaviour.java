package io.mcpsf.report;

import static java.util.stream.Collectors.toMap;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Observation.Access;
import io.mcpsf.model.Observation.Act;
import io.mcpsf.model.Observation.Change;
import io.mcpsf.model.Observation.Touch;
import io.mcpsf.model.Seen;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the server did, sorted by kind and counted: its network, processes and files. */
final class Behaviour {

    final Tally<Name> names = new Tally<>();
    final Tally<Peer> connections = new Tally<>();
    final Tally<Peer> listeners = new Tally<>();
    final List<Seen> executions = new ArrayList<>();
    final Tally<String> read = new Tally<>();
    final Tally<String> written = new Tally<>();
    final Tally<String> deleted = new Tally<>();

    /** The paths of touched decoys. */
    final Set<String> bait = new HashSet<>();

    record Name(String name, String type) {}

    record Peer(String transport, String address, int port) {}

    Behaviour(Evidence evidence) {
        Map<Long, Long> repeats =
                evidence.of(Observation.Repeated.class)
                        .collect(toMap(s -> s.what().first(), s -> s.what().more(), Long::sum));
        for (Seen seen : evidence.seen()) {
            long times = 1 + repeats.getOrDefault(seen.seq(), 0L);
            sort(seen, times);
        }
        // A sensor may tell the open of a decoy only as the touch of it.
        evidence.of(Observation.BaitTouched.class)
                .filter(s -> s.what().touch() == Touch.READ && !read.has(s.what().path()))
                .forEach(s -> read.add(s.what().path(), s.at().seq(), 1));
    }

    private void sort(Seen seen, long times) {
        long seq = seen.seq();
        // Only what the report lists; all the rest stays in the evidence.
        switch (seen.what()) {
            case Observation.DnsAsked d -> names.add(new Name(d.name(), d.type()), seq, times);
            case Observation.Connected c ->
                    connections.add(new Peer(c.transport(), c.address(), c.port()), seq, times);
            case Observation.Sent s ->
                    connections.add(new Peer(s.transport(), s.address(), s.port()), seq, times);
            case Observation.Bound b ->
                    listeners.add(new Peer(b.transport(), b.address(), b.port()), seq, times);
            case Observation.ProcessStarted _ -> executions.add(seen);
            case Observation.FileOpened o when o.found() || o.access() == Access.CREATE ->
                    opened(o, seq, times);
            case Observation.FileActed a -> acted(a, seq, times);
            case Observation.FileChanged c ->
                    (c.change() == Change.DELETED ? deleted : written).add(c.path(), seq, times);
            case Observation.BaitTouched b -> bait.add(b.path());
            default -> {}
        }
    }

    private void opened(Observation.FileOpened open, long seq, long times) {
        switch (open.access()) {
            case READ -> read.add(open.path(), seq, times);
            case WRITE, CREATE -> written.add(open.path(), seq, times);
            case LOOK -> {}
        }
    }

    private void acted(Observation.FileActed acted, long seq, long times) {
        if (acted.act() == Act.DELETE) {
            deleted.add(acted.path(), seq, times);
        } else if (acted.act() == Act.RENAME || acted.act() == Act.LINK) {
            written.add(acted.to(), seq, times);
        } else {
            written.add(acted.path(), seq, times);
        }
    }
}
