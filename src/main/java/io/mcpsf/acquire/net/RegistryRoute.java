package io.mcpsf.acquire.net;

import io.mcpsf.web.Proxies;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How the user's own tools reach their registries: with which credential, through which proxy, and
 * whose certificates they trust beyond the usual ones.
 */
public record RegistryRoute(List<Credential> credentials, Proxies proxies, List<Path> authorities) {

    public RegistryRoute {
        credentials = List.copyOf(credentials);
        authorities = List.copyOf(authorities);
    }

    /**
     * A credential and the one place it is for.
     *
     * @param place host, port and path as npm writes them: {@code //host:port/path/}
     * @param header the value of the Authorization header
     */
    public record Credential(String place, String header) {
        @Override
        public String toString() {
            return place; // What is printed must not be the secret.
        }
    }

    /** The header to send to that address. Nothing is sent in the clear, except on this machine. */
    public Optional<String> authorization(URI uri) {
        boolean safe = "https".equals(uri.getScheme()) || Proxies.isLoopback(uri);
        String place = place(uri);
        return credentials.stream()
                .filter(credential -> safe && place.startsWith(credential.place()))
                .max((a, b) -> Integer.compare(a.place().length(), b.place().length()))
                .map(Credential::header);
    }

    /** An address as npm names it in front of a credential, always with a slash at its end. */
    public static String place(URI uri) {
        String host = String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT);
        String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
        String path = uri.getPath() == null ? "" : uri.getPath();
        return "//"
                + host
                + port
                + (path.startsWith("/") ? path : "/" + path)
                + (path.endsWith("/") ? "" : "/");
    }
}
