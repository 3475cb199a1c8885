package io.mcpsf.acquire.net;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The proxies for https and for http, and the hosts that are reached without one. */
public record Proxies(String https, String http, List<String> direct) {

    public Proxies {
        direct = List.copyOf(direct);
    }

    public static Proxies none() {
        return new Proxies("", "", List.of());
    }

    /** The proxy that stands before an address, if any; what cannot be read counts as none. */
    public Optional<URI> before(URI uri) {
        String proxy = "https".equals(uri.getScheme()) ? https : http;
        if (proxy.isBlank() || Route.isLoopback(uri) || isDirect(String.valueOf(uri.getHost()))) {
            return Optional.empty();
        }
        try {
            URI read = URI.create(proxy.contains("://") ? proxy : "http://" + proxy);
            return Optional.of(read).filter(found -> found.getHost() != null);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private boolean isDirect(String host) {
        String folded = host.toLowerCase(Locale.ROOT);
        return direct.stream()
                .map(entry -> entry.strip().toLowerCase(Locale.ROOT))
                .map(entry -> entry.startsWith("*") ? entry.substring(1) : entry)
                .map(entry -> entry.startsWith(".") ? entry.substring(1) : entry)
                .anyMatch(
                        entry ->
                                entry.isEmpty()
                                        ? direct.contains("*")
                                        : folded.equals(entry) || folded.endsWith("." + entry));
    }
}
