package io.mcpsf.report;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.NetworkObservation;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A case without what we provoked: while we attack, the hosts it reaches and the commands it runs
 * are ours, and say nothing about what the server needs or does by itself.
 */
public final class Calm {

    private Calm() {}

    /**
     * What the server did itself: neither what we provoked nor what its installation did, which
     * says nothing about what it needs to run.
     */
    public static Evidence server(Evidence evidence) {
        return kept(
                evidence,
                seen -> seen.at().phase() != Phase.ATTACK && seen.at().phase() != Phase.INSTALL);
    }

    /** The same case without the traffic between package managers and their registries. */
    public static Evidence withoutRegistries(Evidence evidence) {
        Set<String> registries = registries(evidence);
        return kept(
                evidence,
                seen ->
                        seen.at().phase() != Phase.INSTALL
                                || place(seen.what()).isEmpty()
                                || !registries.contains(place(seen.what())));
    }

    /** Hosts that packages were let be fetched from, with the addresses that we gave for them. */
    public static Set<String> registries(Evidence evidence) {
        Set<String> hosts = new HashSet<>();
        evidence.of(NetworkObservation.RequestForwarded.class)
                .filter(f -> f.at().phase() == Phase.INSTALL)
                .forEach(f -> hosts.add(Destinations.host(f.what().url())));
        evidence.of(NetworkObservation.FlowOpened.class)
                .filter(f -> hosts.contains(f.what().name()))
                .forEach(f -> hosts.add(f.what().address()));
        return hosts;
    }

    private static String place(Observation what) {
        return switch (what) {
            case NetworkObservation.RequestForwarded f -> Destinations.host(f.url());
            case NetworkObservation.RequestSent r -> Destinations.host(r.url());
            case SocketObservation.DnsAsked d -> d.name().replaceAll("\\.$", "");
            case SocketObservation.Connected c -> c.address();
            case NetworkObservation.FlowOpened f -> f.address();
            case NetworkObservation.TlsOpened t -> t.name();
            default -> "";
        };
    }

    private static Evidence kept(Evidence evidence, Predicate<Seen> wanted) {
        return new Evidence(
                evidence.file(),
                evidence.seen().stream().filter(wanted).toList(),
                evidence.coverage());
    }

    public static Evidence of(Evidence evidence) {
        return kept(evidence, seen -> seen.at().phase() != Phase.ATTACK);
    }
}
