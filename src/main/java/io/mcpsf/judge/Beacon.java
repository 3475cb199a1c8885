package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Evidence.Sighting;
import io.mcpsf.model.Finding;
import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.NetworkObservation.PacketSent;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.Observation.Repeated;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.DnsAsked;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** While no call is open, the same place is contacted again and again, by the clock. */
final class Beacon implements Rule {

    private static final int CONTACTS = 4;
    private static final double JITTER = 0.2;

    /** Quicker than this is one conversation and no clock. */
    private static final long SHORTEST_MICROS = 100_000;

    /** Of those that were folded only the mean is known, so they have to be slower. */
    private static final long FOLDED_MICROS = 1_000_000;

    private static final About ABOUT =
            About.malice("beacon", Family.NETWORK, Severity.MEDIUM, Confidence.WEAK)
                    .needs(Sense.NETWORK)
                    .attack("T1071")
                    .cwe("CWE-912")
                    .owaspMcp("MCP08")
                    .says(
                            "Beaconing: contacts a host at regular intervals",
                            "At least four contacts with one host while idle, at intervals that"
                                + " differ by no more than a fifth. Implants that wait for commands"
                                + " do this, and so do some programs that keep a connection alive."
                                + " For a known telemetry host it is a LOW finding.",
                            "Find out what it polls this host for.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        Map<String, List<Seen>> places = new TreeMap<>();
        Stream.of(FlowOpened.class, RequestSent.class, PacketSent.class, DnsAsked.class)
                .flatMap(kind -> trail.seen(kind).stream())
                .filter(seen -> seen.at().call() == 0 && seen.at().phase() != Phase.INSTALL)
                // Several further starts, each of which calls once, keep no time.
                .filter(seen -> !seen.at().phase().again())
                .forEach(
                        seen ->
                                places.computeIfAbsent(place(seen), p -> new ArrayList<>())
                                        .add(seen));
        var claims = new Claims(info(), trail);
        folded(trail, claims);
        places.forEach(
                (place, contacts) -> {
                    long every = interval(contacts);
                    if (every > 0) {
                        String where = place.substring(place.indexOf(' ') + 1);
                        boolean telemetry =
                                contacts.stream().anyMatch(one -> Telemetry.is(trail, one));
                        claims.add(
                                telemetry ? "telemetry" : "",
                                "Contacted %s %d times while idle, every %d ms."
                                        .formatted(
                                                Message.cut(where), contacts.size(), every / 1000),
                                telemetry ? Severity.LOW : Severity.MEDIUM,
                                Confidence.WEAK,
                                contacts);
                    }
                });
        return claims.findings();
    }

    /** Equal heartbeats are one observation and a count of the rest. */
    private static void folded(Trail trail, Claims claims) {
        for (Sighting<Repeated> repeated : trail.all(Repeated.class)) {
            long more = repeated.what().more();
            for (Seen first : trail.numbered(List.of(repeated.what().first()))) {
                long span = repeated.at().micros() - first.at().micros();
                String host = Hosts.of(Exits.destination(first));
                if (more > CONTACTS
                        && span / more >= FOLDED_MICROS
                        && first.at().call() == 0
                        && first.at().phase() == Phase.IDLE
                        && !place(first).isEmpty()
                        && !Telemetry.is(trail, first)
                        && !Strangers.named(trail, host)) {
                    claims.add(
                            "",
                            "Contacted %s %d times while idle, always the same."
                                    .formatted(Message.cut(host), more + 1),
                            List.of(first, new Seen(repeated.at(), repeated.what())));
                }
            }
        }
    }

    /** By kind too: a connection and the request in it are one contact. */
    private static String place(Seen seen) {
        return switch (seen.what()) {
            case FlowOpened f ->
                    "flow " + Hosts.endpoint(f.name().isEmpty() ? f.address() : f.name(), f.port());
            case RequestSent r -> "request " + Hosts.of(r.url());
            case PacketSent p -> "packet " + Hosts.endpoint(p.address(), p.port());
            // What stands before the domain may differ each time.
            case DnsAsked d -> "dns " + Hosts.label(Hosts.of(d.name()));
            default -> "";
        };
    }

    /** The middle time between contacts, or 0 if they keep none. */
    private static long interval(List<Seen> contacts) {
        if (contacts.size() < CONTACTS) {
            return 0;
        }
        List<Long> gaps = new ArrayList<>();
        for (int i = 1; i < contacts.size(); i++) {
            gaps.add(contacts.get(i).at().micros() - contacts.get(i - 1).at().micros());
        }
        long middle = gaps.stream().sorted().toList().get(gaps.size() / 2);
        boolean regular = gaps.stream().allMatch(gap -> Math.abs(gap - middle) <= JITTER * middle);
        return regular && middle >= SHORTEST_MICROS ? middle : 0;
    }

    @Override
    public List<Example> examples() {
        var steady = new Story();
        var hasty = new Story();
        var during = new Story().calls(1, "watch", "{}");
        var uneven = new Story();
        var asked = new Story();
        for (int i = 0; i < 5; i++) {
            var flow = new FlowOpened("tcp", "203.0.113.7", 443, "c2.invalid", 40_000 + i);
            steady.later(2).sees(flow);
            asked.later(2).sees(new DnsAsked("a" + i + ".c2.invalid", "TXT", "100.64.0.1"));
            hasty.sees(flow);
            during.later(2).sees(flow);
            uneven.later(1L + (long) i * i).sees(flow);
        }
        return List.of(
                Example.fires("every two seconds", steady),
                Example.fires("the same question each time, under a new name", asked),
                Example.fires(
                        "equal ones, which are counted",
                        new Story()
                                .in(Phase.IDLE)
                                .sees(new PacketSent("websocket", "203.0.113.7", 443, 4, "ping"))
                                .later(30)
                                .sees(new Repeated(1, 14))),
                Example.spares("all at once", hasty),
                Example.spares("as often, but in a call", during),
                Example.spares("with growing pauses", uneven));
    }
}
