package io.mcpsf.report.intel;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.NetworkObservation;
import io.mcpsf.model.ProtocolObservation;
import io.mcpsf.report.Calm;

import java.net.InetAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Which hosts somebody else could meet. Not those that only this sandbox knows: addresses that the
 * fake internet made up for a name, registries, names of the decoys, what we asked for ourselves.
 */
final class Exportable {

    /** Names that nobody can own, and those of the persona's company. */
    private static final List<String> NOBODYS =
            List.of("example", "internal", "local", "localhost", "arpa", "lan", "svc");

    private final Set<String> madeUp = new HashSet<>();
    private final Set<String> registries;
    private final String asked;

    private Exportable(Set<String> registries, String asked) {
        this.registries = registries;
        this.asked = asked;
    }

    static Exportable of(Evidence evidence) {
        var asked = new StringBuilder();
        evidence.of(ProtocolObservation.ToolCalled.class)
                .forEach(seen -> asked.append(seen.what().arguments()).append('\n'));
        evidence.of(ProtocolObservation.Attacked.class)
                .forEach(seen -> asked.append(seen.what().payload()).append('\n'));
        var exportable =
                new Exportable(
                        Calm.registries(evidence), asked.toString().toLowerCase(Locale.ROOT));
        evidence.of(NetworkObservation.FlowOpened.class)
                .filter(flow -> !flow.what().name().isEmpty())
                .filter(flow -> !flow.what().name().equals(flow.what().address()))
                .forEach(flow -> exportable.madeUp.add(flow.what().address()));
        return exportable;
    }

    boolean host(String hostile) {
        String host = hostile.toLowerCase(Locale.ROOT);
        String last = host.substring(host.lastIndexOf('.') + 1);
        return !host.isEmpty()
                && !NOBODYS.contains(last)
                && !madeUp.contains(host)
                && !registries.contains(host)
                && !asked.contains(host)
                && !inside(host);
    }

    private static boolean inside(String host) {
        try {
            InetAddress address = InetAddress.ofLiteral(host);
            return address.isLoopbackAddress()
                    || address.isAnyLocalAddress()
                    || address.isLinkLocalAddress()
                    || address.isSiteLocalAddress();
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
