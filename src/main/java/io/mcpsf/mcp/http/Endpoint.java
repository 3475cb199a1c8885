package io.mcpsf.mcp.http;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a server is asked: its origin and the path with its query. */
public record Endpoint(boolean tls, String host, int port, String path) {

    private static final Pattern PATH = Pattern.compile("/[\\x21-\\x7E]{0,2047}");
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]+]");

    private static final Pattern AUTHORITY =
            Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])(?::([0-9]{1,5}))?");

    /** Addresses at which clouds hand out credentials to whoever asks from inside. */
    private static final Pattern METADATA =
            Pattern.compile(
                    "169\\.254\\..*|100\\.100\\.100\\.200|168\\.63\\.129\\.16"
                            + "|\\[(0*:)*:?fd00:(0*:)*:?ec2:.*|\\[fe80:.*"
                            + "|\\[::ffff:(169\\.254\\..*|a9fe:.*)"
                            + "|metadata|metadata\\.google\\.internal|instance-data(\\..*)?");

    public Endpoint {
        if (!HOST.matcher(host).matches() || port < 1 || port > 65_535) {
            throw new IllegalArgumentException("not a host and port");
        }
        if (!PATH.matcher(path).matches()) {
            throw new IllegalArgumentException("not a path");
        }
        host = host.toLowerCase(Locale.ROOT);
    }

    /**
     * The endpoint that an address names, or {@link IllegalArgumentException} that says why not.
     */
    public static Endpoint of(URI uri) {
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw new IllegalArgumentException("neither http nor https");
        }
        // The class URI knows no host in spellings of an address that resolvers do take.
        Matcher authority = AUTHORITY.matcher(String.valueOf(uri.getRawAuthority()));
        if (!authority.matches()) {
            throw new IllegalArgumentException("no plain host");
        }
        boolean tls = scheme.equals("https");
        int usual = tls ? 443 : 80;
        int port = authority.group(2) == null ? usual : Integer.parseInt(authority.group(2));
        String path =
                uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        return new Endpoint(tls, authority.group(1), port, path + query);
    }

    public Endpoint at(String otherPath) {
        return new Endpoint(tls, host, port, otherPath);
    }

    /** What a hostile location means seen from here; empty when it means nothing. */
    Optional<Endpoint> resolve(String hostileLocation) {
        if (hostileLocation.length() > 2048) {
            return Optional.empty();
        }
        try {
            return Optional.of(of(new URI(toString()).resolve(new URI(hostileLocation.strip()))));
        } catch (URISyntaxException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    public boolean sameOrigin(Endpoint other) {
        return tls == other.tls && host.equals(other.host) && port == other.port;
    }

    /** Whether this is where clouds hand out credentials, however the address is written. */
    public boolean metadata() {
        if (METADATA.matcher(host).matches()) {
            return true;
        }
        // Decimal, octal and hexadecimal spellings of the same address.
        return host.matches("[0-9a-fx.]+") && METADATA.matcher(plain(host)).matches();
    }

    /** The value of the Host header. */
    public String authority() {
        return port == (tls ? 443 : 80) ? host : host + ":" + port;
    }

    /** The origin as browsers write it. */
    public String origin() {
        return (tls ? "https://" : "http://") + authority();
    }

    @Override
    public String toString() {
        return origin() + path;
    }

    private static String plain(String hostileHost) {
        try {
            String[] parts = hostileHost.split("\\.", -1);
            long address = 0;
            for (int i = 0; i < parts.length; i++) {
                long part = Long.decode(parts[i]);
                address =
                        i == parts.length - 1
                                ? (address << (8 * (5 - parts.length))) | part
                                : (address << 8) | part;
            }
            byte[] bytes = {
                (byte) (address >> 24),
                (byte) (address >> 16),
                (byte) (address >> 8),
                (byte) address
            };
            return InetAddress.getByAddress(bytes).getHostAddress();
        } catch (NumberFormatException | java.net.UnknownHostException e) {
            return "";
        }
    }
}
