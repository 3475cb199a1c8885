package io.mcpsf.web;

import org.jspecify.annotations.Nullable;

import java.net.Authenticator;
import java.net.InetAddress;
import java.net.PasswordAuthentication;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The proxies for https and for http, and the hosts that are reached without one. */
public record Proxies(String https, String http, List<String> direct) {

    public Proxies {
        direct = List.copyOf(direct);
    }

    @Override
    public String toString() {
        return "proxies"; // Their addresses may hold a password.
    }

    public static Proxies none() {
        return new Proxies("", "", List.of());
    }

    /** As the environment says, in small letters or large. */
    public static Proxies of(Map<String, String> env) {
        String no = env.getOrDefault("no_proxy", env.getOrDefault("NO_PROXY", ""));
        return new Proxies(
                env.getOrDefault("https_proxy", env.getOrDefault("HTTPS_PROXY", "")),
                env.getOrDefault("http_proxy", env.getOrDefault("HTTP_PROXY", "")),
                no.isBlank() ? List.of() : List.of(no.split(",")));
    }

    /** Whether it is on this machine. Only literals and the reserved name: nothing is looked up. */
    public static boolean isLoopback(URI uri) {
        String host = String.valueOf(uri.getHost());
        if (host.equals("localhost")) {
            return true;
        }
        try {
            return InetAddress.ofLiteral(host.replaceAll("[\\[\\]]", "")).isLoopbackAddress();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** The proxy that stands before an address, if any; what cannot be read counts as none. */
    public Optional<URI> before(URI uri) {
        String proxy = "https".equals(uri.getScheme()) ? https : http;
        if (proxy.isBlank() || isLoopback(uri) || isDirect(String.valueOf(uri.getHost()))) {
            return Optional.empty();
        }
        try {
            URI read = URI.create(proxy.contains("://") ? proxy : "http://" + proxy);
            return Optional.of(read).filter(found -> found.getHost() != null);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Who we are to the proxy, when its address says so. It is asked by the proxy alone. */
    Optional<Authenticator> login() {
        return Stream.of(https, http)
                .map(Proxies::userOf)
                .filter(user -> user.indexOf(':') > 0)
                .findFirst()
                .map(ProxyLogin::new);
    }

    private static String userOf(String proxy) {
        try {
            String user =
                    URI.create(proxy.contains("://") ? proxy : "http://" + proxy).getUserInfo();
            return user == null ? "" : user;
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private static final class ProxyLogin extends Authenticator {

        private final String user;

        ProxyLogin(String user) {
            this.user = user;
        }

        @Override
        protected @Nullable PasswordAuthentication getPasswordAuthentication() {
            int colon = user.indexOf(':');
            return getRequestorType() == RequestorType.PROXY
                    ? new PasswordAuthentication(
                            user.substring(0, colon), user.substring(colon + 1).toCharArray())
                    : null;
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
