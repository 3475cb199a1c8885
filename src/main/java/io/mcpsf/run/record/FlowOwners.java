package io.mcpsf.run.record;

import io.mcpsf.boundary.Flow;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Sink;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.model.SocketObservation.DnsAsked;
import io.mcpsf.model.SocketObservation.Sent;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Remembers which process asked for which connection, so that traffic at the boundary can be laid
 * at its door. The sensor sees a connect before the first packet leaves; where two processes ask
 * for the same place at once, the later one is named.
 */
public final class FlowOwners implements Sink, Flow.Owners {

    private static final int MOST = 4096;

    private final Sink sink;
    private final Map<String, Integer> owners =
            new LinkedHashMap<>() {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
                    return size() > MOST;
                }
            };

    public FlowOwners(Sink sink) {
        this.sink = sink;
    }

    @Override
    public void saw(int process, Observation what) {
        switch (what) {
            case Connected(_, String address, int port) -> own(address + ":" + port, process);
            case Sent(_, String address, int port, _, _) -> own(address + ":" + port, process);
            case DnsAsked(_, _, String resolver) -> own(resolver, process);
            default -> {}
        }
        sink.saw(process, what);
    }

    @Override
    public synchronized int process(Flow flow) {
        return owners.getOrDefault(flow.address() + ":" + flow.port(), 0);
    }

    private synchronized void own(String place, int process) {
        if (process > 0) {
            owners.put(place, process);
        }
    }
}
