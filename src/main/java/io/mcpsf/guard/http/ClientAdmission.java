package io.mcpsf.guard.http;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Who is let in: whoever has the key, and no page in a browser that was made to ask. {@code
 * loopback} when only this machine can connect, so that any other name for it is an attacker's.
 */
public record ClientAdmission(String key, boolean loopback) {

    private static final String BEARER = "bearer ";
    private static final Set<String> HERE = Set.of("localhost", "127.0.0.1", "[::1]");

    /** The status that a request is refused with; empty when it may pass. */
    Optional<Integer> refused(String hostileHost, String hostileOrigin, String hostileKey) {
        String host = hostileHost.toLowerCase(Locale.ROOT);
        if (loopback && !HERE.contains(host.replaceFirst(":[0-9]{1,5}$", ""))) {
            return Optional.of(403);
        }
        if (!hostileOrigin.isEmpty() && !own(hostileOrigin, host)) {
            return Optional.of(403);
        }
        return holds(hostileKey) ? Optional.empty() : Optional.of(401);
    }

    private static boolean own(String hostileOrigin, String host) {
        try {
            return host.equals(
                    String.valueOf(URI.create(hostileOrigin).getRawAuthority())
                            .toLowerCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private boolean holds(String hostile) {
        if (!hostile.toLowerCase(Locale.ROOT).startsWith(BEARER)) {
            return false;
        }
        byte[] given = hostile.substring(BEARER.length()).strip().getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(given, key.getBytes(StandardCharsets.UTF_8));
    }
}
