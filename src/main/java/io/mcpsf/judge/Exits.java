package io.mcpsf.judge;

import io.mcpsf.model.Observation.Connected;
import io.mcpsf.model.Observation.DnsAsked;
import io.mcpsf.model.Observation.Sent;
import io.mcpsf.model.Seen;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Attempts to reach something outside. */
final class Exits {

    private static final int DNS = 53;

    private Exits() {}

    /**
     * Those that no call asked for. A call that names a host explains the question for it and the
     * addresses that follow, two for each name: one of each family.
     */
    static List<Seen> unasked(Trail trail) {
        var unasked = new ArrayList<Seen>();
        Map<Integer, Integer> names = new HashMap<>();
        Map<Integer, Set<String>> addresses = new HashMap<>();
        for (Seen seen : all(trail)) {
            int call = seen.at().call();
            boolean named = trail.asked(seen.at()).host(host(seen));
            if (named && seen.what() instanceof DnsAsked) {
                names.merge(call, 1, Integer::sum);
            } else if (!named && !(seen.what() instanceof DnsAsked) && names.containsKey(call)) {
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

    /** All, in order; questions to a resolver count by the name they ask for. */
    static List<Seen> all(Trail trail) {
        var exits = new ArrayList<Seen>();
        Stream.of(Connected.class, Sent.class, DnsAsked.class)
                .flatMap(kind -> trail.seen(kind).stream())
                .filter(seen -> leaves(seen))
                .forEach(exits::add);
        exits.sort(Comparator.comparingLong(Seen::seq));
        return exits;
    }

    private static boolean leaves(Seen seen) {
        return switch (seen.what()) {
            case Connected c -> Reach.of(c).away() && c.port() != DNS;
            case Sent s -> Reach.of(s).away() && s.port() != DNS;
            case DnsAsked d -> !name(d).equals("localhost") && name(d).contains(".");
            default -> false;
        };
    }

    private static String host(Seen seen) {
        return switch (seen.what()) {
            case Connected c -> c.address();
            case Sent s -> s.address();
            case DnsAsked d -> name(d);
            default -> "";
        };
    }

    /** Where to, as a person would write it. */
    static String destination(Seen seen) {
        return switch (seen.what()) {
            case Connected c -> endpoint(c.address(), c.port());
            case Sent s -> endpoint(s.address(), s.port());
            case DnsAsked d -> name(d);
            default -> "";
        };
    }

    private static String endpoint(String address, int port) {
        return (address.contains(":") ? "[" + address + "]" : address) + ":" + port;
    }

    private static String name(DnsAsked asked) {
        String name = asked.name();
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }
}
