package io.mcpsf.judge;

import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.NetworkObservation.MailSent;
import io.mcpsf.model.NetworkObservation.PacketSent;
import io.mcpsf.model.NetworkObservation.RequestForwarded;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.model.SocketObservation.DnsAsked;
import io.mcpsf.model.SocketObservation.Sent;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Attempts to reach something outside. */
final class Exits {

    private static final int DNS = 53;

    private Exits() {}

    /**
     * Those that no call asked for. A call that names a host explains the question for it and the
     * addresses that were given for it; where nobody knows what an address was given for, two for
     * each name: one of each family.
     */
    static List<Seen> unasked(Trail trail) {
        var unasked = new ArrayList<Seen>();
        Map<Integer, Integer> names = new HashMap<>();
        Map<Integer, Set<String>> addresses = new HashMap<>();
        for (Seen seen : all(trail)) {
            int call = seen.at().call();
            boolean named = asked(trail, seen);
            if (named && seen.what() instanceof DnsAsked) {
                names.merge(call, 1, Integer::sum);
            } else if (!named
                    && !(seen.what() instanceof DnsAsked)
                    && trail.name(host(seen)).isEmpty()
                    && names.containsKey(call)) {
                Set<String> known = addresses.computeIfAbsent(call, c -> new HashSet<>());
                named = known.contains(host(seen)) || known.size() < 2 * names.get(call);
                if (named) {
                    known.add(host(seen));
                }
            }
            if (!named) {
                unasked.add(seen);
            }
        }
        return unasked;
    }

    /** Requests, mails and packets to places that the call in progress did not name. */
    static List<Seen> unaskedMessages(Trail trail) {
        var messages = new ArrayList<Seen>();
        Stream.of(RequestSent.class, MailSent.class, PacketSent.class)
                .flatMap(kind -> trail.seen(kind).stream())
                .filter(seen -> leaves(seen) && !asked(trail, seen))
                .forEach(messages::add);
        Set<String> registries = registries(trail);
        messages.removeIf(seen -> installing(trail, seen, registries));
        messages.sort(Comparator.comparingLong(Seen::seq));
        return messages;
    }

    /** All, in order; questions to a resolver count by the name they ask for. */
    static List<Seen> all(Trail trail) {
        Set<String> connected = new HashSet<>();
        for (Seen seen : trail.seen(Connected.class)) {
            connected.add(destination(seen));
        }
        var exits = new ArrayList<Seen>();
        Stream.of(Connected.class, Sent.class, DnsAsked.class)
                .flatMap(kind -> trail.seen(kind).stream())
                .filter(Exits::leaves)
                .forEach(exits::add);
        // The boundary sees a connection later than the sensor, perhaps in the next call; it counts
        // only where the sensor did not see it.
        trail.seen(FlowOpened.class).stream()
                .filter(seen -> leaves(seen) && !connected.contains(destination(seen)))
                .forEach(exits::add);
        Set<String> registries = registries(trail);
        exits.removeIf(seen -> installing(trail, seen, registries) || relayed(trail, seen));
        exits.sort(Comparator.comparingLong(Seen::seq));
        return exits;
    }

    /** Hosts that the package manager was let through to. */
    private static Set<String> registries(Trail trail) {
        var hosts = new HashSet<String>();
        trail.all(RequestForwarded.class).stream()
                .filter(f -> f.at().phase() == Phase.INSTALL)
                .forEach(f -> hosts.add(Hosts.of(f.what().url())));
        return hosts;
    }

    /** Fetching packages is what an installation is. */
    private static boolean installing(Trail trail, Seen seen, Set<String> registries) {
        String host = host(seen);
        return seen.at().phase() == Phase.INSTALL
                && (registries.contains(host) || registries.contains(trail.name(host)));
    }

    /** We had asked a proxy of the server's for it. */
    private static boolean relayed(Trail trail, Seen seen) {
        return trail.relayed(name(trail, seen));
    }

    /** The call in progress names this place, by address or by name. */
    static boolean asked(Trail trail, Seen seen) {
        ExplainedByCall asked = trail.asked(seen.at());
        String host = host(seen);
        return asked.host(host) || asked.host(trail.name(host));
    }

    /** The name that its address was given for, or the address where there is none. */
    static String name(Trail trail, Seen seen) {
        String host = host(seen);
        return trail.name(host).isEmpty() ? host : trail.name(host);
    }

    private static boolean leaves(Seen seen) {
        return switch (seen.what()) {
            // Port 0 is how a resolver library finds its own address; nothing is sent.
            case Connected c -> Reach.of(c).away() && c.port() != DNS && c.port() != 0;
            case FlowOpened f -> Reach.of(f).away() && f.port() != DNS;
            case Sent s -> Reach.of(s).away() && s.port() != DNS;
            case PacketSent p -> Reach.of(p).away() && p.port() != DNS;
            case DnsAsked d -> !name(d).equals("localhost") && name(d).contains(".");
            case RequestSent _, MailSent _ -> true;
            default -> false;
        };
    }

    private static String host(Seen seen) {
        return switch (seen.what()) {
            case Connected c -> c.address();
            case FlowOpened f -> f.address();
            case Sent s -> s.address();
            case PacketSent p -> p.address();
            case DnsAsked d -> name(d).toLowerCase(Locale.ROOT);
            case RequestSent r -> Hosts.of(r.url());
            case MailSent m -> m.to().isEmpty() ? "" : m.to().getFirst();
            default -> "";
        };
    }

    /** Where to, as a person would write it. */
    static String destination(Seen seen) {
        return switch (seen.what()) {
            case Connected c -> Hosts.endpoint(c.address(), c.port());
            case FlowOpened f -> Hosts.endpoint(f.address(), f.port());
            case Sent s -> Hosts.endpoint(s.address(), s.port());
            case PacketSent p -> Hosts.endpoint(p.address(), p.port());
            case DnsAsked d -> name(d);
            case RequestSent r -> Hosts.of(r.url());
            case MailSent m -> Message.list(m.to(), 3);
            default -> "";
        };
    }

    private static String name(DnsAsked asked) {
        String name = asked.name();
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }
}
