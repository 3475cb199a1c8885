package io.mcpsf.exec;

import io.mcpsf.policy.NetworkAccess;
import io.mcpsf.policy.NetworkAccess.Destination;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The host of a constant address in code; empty when only a part of it is known. */
record WebPlace(String scheme, String host, int port) {

    private static final Pattern URL =
            Pattern.compile(
                    "(?is)(https?|ftp|wss?)://(?:[^/@\\s]*@)?([^/:?#\\s]+)(?::(\\d{1,5}))?(.*)");
    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|127\\.[0-9.]+|\\[?::1\\]?|0\\.0\\.0\\.0");
    private static final Pattern NAME =
            Pattern.compile("[A-Za-z0-9._-]{1,253}|\\[?[0-9a-fA-F:]+\\]?");
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|\\[?[0-9a-fA-F:]+\\]?");

    static WebPlace of(String hostile, boolean open) {
        Matcher url = URL.matcher(hostile);
        if (url.matches()) {
            // What is computed may go on the host itself.
            boolean cut = open && url.group(4).isEmpty();
            String scheme = url.group(1).toLowerCase(Locale.ROOT);
            int port = url.group(3) == null ? usual(scheme) : Integer.parseInt(url.group(3));
            return new WebPlace(scheme, cut ? "" : url.group(2).toLowerCase(Locale.ROOT), port);
        }
        boolean plain = !open && NAME.matcher(hostile).matches();
        return new WebPlace("", plain ? hostile.toLowerCase(Locale.ROOT) : "", 0);
    }

    boolean plain() {
        return scheme.equals("http") || scheme.equals("ws") || scheme.equals("ftp");
    }

    boolean loopback() {
        return LOOPBACK.matcher(host).matches();
    }

    /** An address may be in a range of the policy; the boundary decides about those. */
    boolean allowedBy(NetworkAccess network) {
        return network.allow().stream()
                .anyMatch(
                        place ->
                                switch (place) {
                                    case Destination.Host named ->
                                            named.covers(host)
                                                    && (port == 0
                                                            || named.ports().stream()
                                                                    .anyMatch(
                                                                            range ->
                                                                                    range.contains(
                                                                                            port)));
                                    case Destination.Range _ -> ADDRESS.matcher(host).matches();
                                });
    }

    private static int usual(String scheme) {
        return switch (scheme) {
            case "https", "wss" -> 443;
            case "ftp" -> 21;
            default -> 80;
        };
    }
}
