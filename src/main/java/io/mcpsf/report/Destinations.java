package io.mcpsf.report;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.NetworkObservation;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Where the server went, place by place: who went, how often, what was sent, what was stolen. */
public final class Destinations {

    private static final int MAX_PLACES = 5_000;
    private static final int DNS = 53;

    /** Kinds of decoys that nobody has to take: its user's settings or a service hand them out. */
    private static final Set<String> HANDED = Set.of("given", "metadata");

    private static final Set<String> INTERNET = Set.of("tcp", "udp", "quic", "icmp", "raw");

    private final Map<String, Place> places = new LinkedHashMap<>();
    private final Map<String, String> names;
    private final Set<Long> accused;

    /** One place. {@code host} is its name when one is known, else its address. */
    public static final class Place {
        private final String host;
        private final int port;
        private final Set<String> addresses = new TreeSet<>();
        private final Set<Integer> processes = new TreeSet<>();
        private final List<Long> requests = new ArrayList<>();
        private final Set<String> decoys = new TreeSet<>();
        private final long first;
        private long contacts;
        private long bytes;

        private Place(String host, int port, long first) {
            this.host = host;
            this.port = port;
            this.first = first;
        }

        public String host() {
            return host;
        }

        /** Its port, or 0 when only its name was asked. */
        public int port() {
            return port;
        }

        public Set<String> addresses() {
            return Collections.unmodifiableSet(addresses);
        }

        public Set<Integer> processes() {
            return Collections.unmodifiableSet(processes);
        }

        /** The numbers of the requests that were seen in clear. */
        public List<Long> requests() {
            return Collections.unmodifiableList(requests);
        }

        /** The stolen decoys whose content was on its way there. */
        public Set<String> decoys() {
            return Collections.unmodifiableSet(decoys);
        }

        public long first() {
            return first;
        }

        public long contacts() {
            return contacts;
        }

        /** Bytes of requests and loose packets. */
        public long bytes() {
            return bytes;
        }

        public String shown() {
            return port == 0 ? host : host + ":" + port;
        }
    }

    public Destinations(Evidence evidence) {
        this(evidence, Set.of());
    }

    /** With what findings of malice rest on, which tells what was stolen from what was shown. */
    public Destinations(Evidence evidence, Set<Long> accused) {
        this.accused = Set.copyOf(accused);
        names = new LinkedHashMap<>();
        evidence.of(NetworkObservation.FlowOpened.class)
                .filter(s -> !s.what().name().isEmpty())
                .forEach(s -> names.putIfAbsent(s.what().address(), s.what().name()));
        evidence.seen().forEach(this::sort);
        evidence.of(SocketObservation.DnsAsked.class)
                .filter(s -> !known(s.what().name()))
                .forEach(
                        s ->
                                place(s.what().name(), 0, s.at().seq())
                                        .processes
                                        .add(s.at().process()));
    }

    public List<Place> all() {
        return List.copyOf(places.values());
    }

    private void sort(Seen seen) {
        switch (seen.what()) {
            case SocketObservation.Connected c when outward(c.transport(), c.address(), c.port()) ->
                    contact(seen, c.address(), c.port(), 0);
            case NetworkObservation.FlowOpened f -> contact(seen, f.address(), f.port(), 0);
            case SocketObservation.Sent s when outward(s.transport(), s.address(), s.port()) ->
                    contact(seen, s.address(), s.port(), s.bytes());
            case NetworkObservation.PacketSent p
                    when outward(p.protocol(), p.address(), p.port()) ->
                    contact(seen, p.address(), p.port(), p.bytes());
            case NetworkObservation.RequestSent r -> request(seen, r);
            case SocketObservation.BaitLeft b when stolen(seen, b) -> left(b);
            default -> {}
        }
    }

    private void contact(Seen seen, String address, int port, long bytes) {
        Place place = place(names.getOrDefault(address, address), port, seen.seq());
        place.addresses.add(address);
        place.contacts++;
        place.bytes += bytes;
        if (seen.at().process() > 0) {
            place.processes.add(seen.at().process());
        }
    }

    private void request(Seen seen, NetworkObservation.RequestSent request) {
        String host = host(request.url());
        if (!host.isEmpty()) {
            int port = port(request.url());
            Place place = place(host, port, seen.seq());
            place.requests.add(seen.seq());
            place.bytes += request.bodyBytes();
            if (seen.at().process() > 0) {
                place.processes.add(seen.at().process());
            }
        }
    }

    /** A server shows its service the key that it was given, and the token that it got for it. */
    private boolean stolen(Seen seen, SocketObservation.BaitLeft left) {
        return !HANDED.contains(left.kind()) || accused.contains(seen.seq());
    }

    private void left(SocketObservation.BaitLeft left) {
        String[] parts = left.destination().split(":(?=[0-9]+$)", 2);
        String host = names.getOrDefault(parts[0], parts[0]);
        places.values().stream()
                .filter(p -> p.host.equals(host) || p.addresses.contains(parts[0]))
                .filter(p -> parts.length < 2 || p.port == 0 || parts[1].equals("" + p.port))
                .findFirst()
                .ifPresent(place -> place.decoys.add(left.bait()));
    }

    private Place place(String host, int port, long seq) {
        String key = host + " " + port;
        Place known = places.get(key);
        if (known != null) {
            return known;
        }
        var fresh = new Place(host, port, seq);
        if (places.size() < MAX_PLACES) {
            places.put(key, fresh);
        }
        return fresh;
    }

    private boolean known(String name) {
        return places.values().stream().anyMatch(p -> p.host.equals(name));
    }

    /** Not to this machine itself, and not only to ask a name. */
    private static boolean outward(String transport, String address, int port) {
        return INTERNET.contains(transport)
                && port != DNS
                && (port != 0 || !transport.equals("udp"))
                && !address.startsWith("127.")
                && !address.equals("::1")
                && !address.equals("0.0.0.0")
                && !address.equals("::");
    }

    /** The host of a hostile URL, or empty. */
    public static String host(String url) {
        try {
            String host = URI.create(url).getHost();
            return host == null ? "" : host;
        } catch (IllegalArgumentException e) {
            var loose = java.util.regex.Pattern.compile("^[a-z]+://([^/?#:]{1,253})").matcher(url);
            return loose.find() ? loose.group(1) : "";
        }
    }

    private static int port(String url) {
        try {
            int port = URI.create(url).getPort();
            return port > 0 ? port : byScheme(url);
        } catch (IllegalArgumentException e) {
            return byScheme(url);
        }
    }

    private static int byScheme(String url) {
        return url.startsWith("https:") || url.startsWith("wss:") ? 443 : 80;
    }
}
