package io.mcpsf.boundary;

import io.mcpsf.model.Cidr;
import io.mcpsf.web.PublicAddress;

import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What a server in everyday use may really reach. {@code refusing} says that everything else meets
 * a refusal; otherwise the fake internet answers it.
 */
public record Admission(
        List<Site> sites,
        List<Range> ranges,
        List<Ports> blocked,
        List<SecretPlace> secrets,
        boolean refusing) {

    /** A prefix so short names more than anybody's own network: only public addresses count. */
    private static final int OWN_NETWORK_BITS = 8;

    public Admission {
        sites = List.copyOf(sites);
        ranges = List.copyOf(ranges);
        blocked = List.copyOf(blocked);
        secrets = List.copyOf(secrets);
    }

    /** Nothing is reached and nothing is refused: for what is assessed. */
    public static Admission none() {
        return new Admission(List.of(), List.of(), List.of(), List.of(), false);
    }

    /** Ports from one to another, both included. */
    public record Ports(int from, int to) {
        boolean contains(int port) {
            return port >= from && port <= to;
        }
    }

    /** A host by name, {@code *.name} for all below it; no methods or no paths mean all. */
    public record Site(String host, List<Ports> ports, Set<String> methods, List<String> paths) {
        public Site {
            host = host.toLowerCase(Locale.ROOT);
            ports = List.copyOf(ports);
            methods = Set.copyOf(methods);
            paths = List.copyOf(paths);
        }

        boolean covers(String name) {
            String folded = name.toLowerCase(Locale.ROOT);
            return host.startsWith("*.")
                    ? folded.endsWith(host.substring(1)) && folded.length() >= host.length()
                    : folded.equals(host);
        }

        /** Whether something other than requests may pass. */
        boolean open() {
            return methods.isEmpty() && paths.isEmpty();
        }
    }

    /** Addresses that may be dialled as such, and that a name may lead to. */
    public record Range(Cidr addresses, List<Ports> ports) {
        public Range {
            ports = List.copyOf(ports);
        }

        boolean covers(InetAddress address, int port) {
            return addresses.contains(address)
                    && within(ports, port)
                    && (addresses.bits() >= OWN_NETWORK_BITS
                            || PublicAddress.mayBeReached(address));
        }
    }

    /** Whether a name stands for anything here. */
    boolean knows(String name) {
        return sites.stream().anyMatch(site -> site.covers(name));
    }

    boolean blocks(int port) {
        return within(blocked, port);
    }

    /** Whether that place may be reached at all. */
    boolean admits(String host, int port) {
        return !blocks(port)
                && sites.stream().anyMatch(site -> site.covers(host) && within(site.ports(), port));
    }

    /** Whether that address may be dialled as such. */
    boolean admits(InetAddress address, int port) {
        return !blocks(port) && ranges.stream().anyMatch(range -> range.covers(address, port));
    }

    /** Whether anything but requests may pass to that place. */
    boolean open(String host, int port) {
        return !blocks(port)
                && sites.stream()
                        .anyMatch(
                                site ->
                                        site.open()
                                                && site.covers(host)
                                                && within(site.ports(), port));
    }

    /** Why a request to an admitted place is refused; empty when it may pass. */
    Optional<String> refusal(String host, int port, String method, String target) {
        if (!admits(host, port)) {
            return Optional.of("not in the policy");
        }
        List<Site> here =
                sites.stream()
                        .filter(site -> site.covers(host) && within(site.ports(), port))
                        .toList();
        if (here.stream().noneMatch(site -> takes(site, method))) {
            return Optional.of("the policy does not allow " + method + " there");
        }
        return here.stream().anyMatch(site -> takes(site, method) && leads(site, target))
                ? Optional.empty()
                : Optional.of("the policy does not allow this path");
    }

    /** The secrets that are put into such a request. */
    List<SecretPlace> granted(String host, String method) {
        return secrets.stream().filter(secret -> secret.fits(host, method)).toList();
    }

    private static boolean takes(Site site, String method) {
        return site.methods().isEmpty() || site.methods().contains(method);
    }

    private static boolean leads(Site site, String target) {
        return site.paths().isEmpty()
                || site.paths().stream().anyMatch(glob -> UrlPathPattern.matches(glob, target));
    }

    private static boolean within(List<Ports> all, int port) {
        return all.stream().anyMatch(ports -> ports.contains(port));
    }
}
