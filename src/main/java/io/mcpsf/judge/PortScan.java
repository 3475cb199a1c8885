package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.Connected;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Many ports of one host, or one port of many hosts without names, within seconds. */
final class PortScan implements Rule {

    private static final int MANY = 15;
    private static final long WINDOW_MICROS = 10_000_000;

    private static final About ABOUT =
            About.malice("port-scan", Family.DISCOVERY, Severity.HIGH, Confidence.LIKELY)
                    .needs(Sense.SOCKETS)
                    .attack("T1046")
                    .cwe("CWE-200")
                    .owaspMcp("MCP05")
                    .says(
                            "Scans ports",
                            "Fifteen ports of one host, or one port of fifteen hosts without a"
                                + " name, were tried within ten seconds. A scan of localhost is a"
                                + " MEDIUM finding. Hosts that a call mentioned are not counted.",
                            "Keep it off any network with other machines.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        Map<String, List<Seen>> hosts = new TreeMap<>();
        Map<Integer, List<Seen>> ports = new TreeMap<>();
        for (Seen seen : trail.seen(Connected.class)) {
            var to = (Connected) seen.what();
            Reach reach = Reach.of(to);
            if (to.transport().equals("tcp")
                    && (reach.away() || reach == Reach.LOOPBACK)
                    && !Exits.asked(trail, seen)) {
                hosts.computeIfAbsent(to.address(), a -> new ArrayList<>()).add(seen);
                if (reach.away() && trail.name(to.address()).isEmpty()) {
                    ports.computeIfAbsent(to.port(), p -> new ArrayList<>()).add(seen);
                }
            }
        }
        var claims = new Claims(info(), trail);
        hosts.forEach(
                (host, tries) -> {
                    List<Seen> scan = many(tries, to -> to.port());
                    if (!scan.isEmpty()) {
                        boolean own =
                                Reach.of((Connected) scan.getFirst().what()) == Reach.LOOPBACK;
                        claims.add(
                                own ? "itself" : "ports",
                                "Tried many ports of %s within seconds."
                                        .formatted(Message.cut(host)),
                                own ? Severity.MEDIUM : Severity.HIGH,
                                Confidence.LIKELY,
                                scan);
                    }
                });
        ports.forEach(
                (port, tries) -> {
                    List<Seen> scan = many(tries, Connected::address);
                    if (!scan.isEmpty()) {
                        claims.add("hosts", "Tried port %d of many hosts.".formatted(port), scan);
                    }
                });
        return claims.findings();
    }

    /** The first window with enough different ones, or nothing. */
    private static List<Seen> many(List<Seen> tries, Function<Connected, Object> what) {
        var window = new ArrayDeque<Seen>();
        Map<Object, Integer> different = new HashMap<>();
        for (Seen seen : tries) {
            window.add(seen);
            different.merge(what.apply((Connected) seen.what()), 1, Integer::sum);
            while (seen.at().micros() - window.getFirst().at().micros() > WINDOW_MICROS) {
                Seen gone = window.removeFirst();
                different.computeIfPresent(
                        what.apply((Connected) gone.what()), (k, n) -> n == 1 ? null : n - 1);
            }
            if (different.size() >= MANY) {
                return List.copyOf(window);
            }
        }
        return List.of();
    }

    @Override
    public List<Example> examples() {
        var ports = new Story();
        var hosts = new Story();
        var slow = new Story();
        var few = new Story();
        var asked = new Story().calls(1, "scan", "{\"host\":\"10.1.1.9\"}");
        for (int i = 1; i <= MANY; i++) {
            var port = new Connected("tcp", "10.1.1.9", i);
            ports.sees(port);
            asked.sees(port);
            slow.later(60).sees(port);
            hosts.sees(new Connected("tcp", "10.1.1." + i, 22));
            few.sees(new Connected("tcp", "203.0.113.7", 443));
        }
        return List.of(
                Example.fires("fifteen ports", ports),
                Example.fires("fifteen neighbours", hosts),
                Example.spares("one in a minute", slow),
                Example.spares("the same place fifteen times", few),
                Example.spares("the call asked for this host", asked));
    }
}
