package io.mcpsf.run.record;

import io.mcpsf.interrogate.fuzz.Sightings;
import io.mcpsf.model.Marks;
import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.ProtocolObservation.Attacked;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SocketObservation.Connected;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Remembers what was seen of our hostile values as it is written down, while the sample waits. */
public final class LiveSightings implements Sightings {

    /** Marks and ports remembered: more than any attack sends. */
    private static final int MOST = 200_000;

    /** Of one mark: a proof needs one, a loop could bring a million. */
    private static final int MOST_OF_ONE = 500;

    private final Map<String, List<Seen>> marked = new HashMap<>();
    private final Map<Integer, List<Seen>> ports = new HashMap<>();

    private volatile long last = System.nanoTime();

    public void saw(Seen seen) {
        if (seen.what() instanceof Attacked) {
            return; // what we say, not what is seen
        }
        if (seen.what().sense() != Sense.PROTOCOL) {
            last = System.nanoTime();
        }
        switch (seen.what()) {
            case Connected(_, String address, int port) when own(address) -> add(ports, port, seen);
            case FlowOpened(_, String address, int port, _, _) when own(address) ->
                    add(ports, port, seen);
            default -> {}
        }
        for (String mark : Marks.in(seen.what())) {
            add(marked, mark, seen);
        }
    }

    /** The server did something that is told nobody. */
    public void stirred() {
        last = System.nanoTime();
    }

    @Override
    public synchronized List<Seen> with(String mark) {
        return List.copyOf(marked.getOrDefault(mark, List.of()));
    }

    @Override
    public synchronized List<Seen> toOwnPort(int port) {
        return List.copyOf(ports.getOrDefault(port, List.of()));
    }

    @Override
    public boolean quiet(Duration time) {
        return System.nanoTime() - last >= time.toNanos();
    }

    private synchronized <K> void add(Map<K, List<Seen>> map, K key, Seen seen) {
        if (map.size() < MOST || map.containsKey(key)) {
            List<Seen> list = map.computeIfAbsent(key, _ -> new ArrayList<>());
            if (list.size() < MOST_OF_ONE) {
                list.add(seen);
            }
        }
    }

    private static boolean own(String address) {
        try {
            InetAddress literal = InetAddress.ofLiteral(address);
            return literal.isLoopbackAddress() || literal.isAnyLocalAddress();
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
