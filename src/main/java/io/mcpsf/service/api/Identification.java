package io.mcpsf.service.api;

import io.helidon.webserver.http.ServerRequest;
import io.mcpsf.service.access.KeyLimits;
import io.mcpsf.service.access.Keys;
import io.mcpsf.service.access.Principal;
import io.mcpsf.service.access.Role;
import io.mcpsf.service.storage.StorageException;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds out who asks. Without any key it is whoever sits at this machine, so that a page from
 * elsewhere must not be able to ask in their name: the host must be a local one, which stops names
 * that are bound anew, and a browser must say that the page is ours.
 */
final class Identification {

    static final Principal NOBODY =
            new Principal(Principal.NOBODY, "", Role.VIEWER, KeyLimits.usual(), false);

    static final String COOKIE = "mcpsf_session";

    private static final Pattern LOCAL =
            Pattern.compile("(localhost|127\\.0\\.0\\.1|\\[::1])(:[0-9]{1,5})?");
    private static final Pattern SESSION = Pattern.compile("(?:^|;\\s*)" + COOKIE + "=([0-9a-z]+)");
    private static final Pattern BEARER = Pattern.compile("(?i:bearer) +(\\S{1,200})");

    private final Keys keys;

    Identification(Keys keys) {
        this.keys = keys;
    }

    Principal who(ServerRequest request, boolean changes) {
        String authorization = ApiRequest.header(request, "Authorization");
        if (!authorization.isEmpty()) {
            Matcher bearer = BEARER.matcher(authorization);
            return Optional.of(bearer)
                    .filter(Matcher::matches)
                    .flatMap(m -> keys.bySecret(m.group(1)))
                    .orElseThrow(Problem::unauthorized);
        }
        String key = ApiRequest.header(request, "X-API-Key");
        if (!key.isEmpty() && keys.any()) {
            return keys.bySecret(plain(key)).orElseThrow(Problem::unauthorized);
        }
        Optional<String> session = session(request);
        if (session.isPresent()) {
            // A cookie of another service on this machine, or of a database that is gone, must not
            // lock anybody out who needs no key.
            Optional<Principal> known = keys.bySession(session.get());
            if (known.isEmpty() && !keys.any()) {
                refuseStrangers(request, changes);
                return Principal.local();
            }
            Principal who = known.orElseThrow(Problem::unauthorized);
            refuseStrangers(request, changes);
            if (changes && ApiRequest.header(request, "X-Mcpsf").isEmpty()) {
                throw Problem.forbidden(
                        "A change with a session cookie requires the header X-Mcpsf: 1.");
            }
            return who;
        }
        if (keys.any()) {
            throw Problem.unauthorized();
        }
        refuseStrangers(request, changes);
        return Principal.local();
    }

    /** A key as it is, or as E2B's clients want one: e2b_ and hexadecimal digits. */
    private static String plain(String hostile) {
        String word = hostile.startsWith("e2b_") ? hostile.substring("e2b_".length()) : hostile;
        if (!word.matches("(?:[0-9a-f]{2}){1,200}")) {
            return word;
        }
        return new String(HexFormat.of().parseHex(word), StandardCharsets.US_ASCII);
    }

    /** Tells later on whether the same key or session would still be let in. */
    BooleanSupplier standing(ServerRequest request) {
        Matcher bearer = BEARER.matcher(ApiRequest.header(request, "Authorization"));
        Optional<String> secret =
                bearer.matches() ? Optional.of(bearer.group(1)) : Optional.empty();
        Optional<String> session = session(request);
        return () -> {
            try {
                if (secret.isPresent()) {
                    return keys.bySecret(secret.get()).isPresent();
                }
                // Whoever needed no key is shown out once there is one.
                return session.flatMap(keys::bySession).isPresent() || !keys.any();
            } catch (StorageException e) {
                // Nobody can be asked, and there is nothing new to be told either.
                return true;
            }
        };
    }

    static Optional<String> session(ServerRequest request) {
        Matcher cookie = SESSION.matcher(ApiRequest.header(request, "Cookie"));
        return cookie.find() ? Optional.of(cookie.group(1)) : Optional.empty();
    }

    /** A proxy on this machine looks local and speaks for anybody. */
    private static boolean forwarded(ServerRequest request) {
        return Stream.of("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via")
                .anyMatch(name -> !ApiRequest.header(request, name).isEmpty());
    }

    /** Pages from elsewhere, and without keys also names that are not this machine's. */
    void refuseStrangers(ServerRequest request, boolean changes) {
        String host = ApiRequest.header(request, "Host");
        if (!keys.any() && (!LOCAL.matcher(host).matches() || forwarded(request))) {
            throw Problem.forbidden(
                    "Without API keys the service is available only on this machine.");
        }
        if (!changes) {
            return;
        }
        String origin = ApiRequest.header(request, "Origin");
        String site = ApiRequest.header(request, "Sec-Fetch-Site");
        boolean ours =
                (origin.isEmpty() || origin.replaceFirst("^https?://", "").equals(host))
                        && (site.isEmpty() || site.equals("same-origin") || site.equals("none"));
        if (!ours) {
            throw Problem.forbidden("Cross-site requests are not allowed.");
        }
    }
}
