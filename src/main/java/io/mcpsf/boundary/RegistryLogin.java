package io.mcpsf.boundary;

import io.mcpsf.bait.Found;
import io.mcpsf.boundary.http.Headers;
import io.mcpsf.boundary.http.HttpRequest;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A package manager shows its registry the login that it finds in the home it is started in. In a
 * decoy home that is bait, and showing it there is the manager's job: the login is left out and the
 * request goes on. Asking the registry who that login is, or for anything else than packages, is
 * not.
 */
final class RegistryLogin {

    static final String NOTE = "the package manager's decoy login was removed";

    private static final String HEADER = "authorization";
    private static final Set<String> KINDS = Set.of("npm", "pypi", "pip", "netrc");

    /** The registry's doors to its accounts; npm's search and its greeting are none. */
    private static final Pattern ACCOUNT =
            Pattern.compile("/-/(?!v1/search|ping|npm/v1/security/|all/).*");

    private static final Pattern AUDIT =
            Pattern.compile("/-/npm/v1/security/(advisories/bulk|audits|audits/quick)");

    private RegistryLogin() {}

    /** Whether the login in this request is bait that a package manager shows. */
    static boolean shown(HttpRequest request, Witness witness) {
        HttpRequest.Head head = request.head();
        String login = head.headers().first(HEADER);
        if (login.isEmpty() || ACCOUNT.matcher(bare(head)).matches()) {
            return false;
        }
        List<Found> found = witness.find(login.getBytes(StandardCharsets.UTF_8));
        return !found.isEmpty()
                && found.stream()
                        .allMatch(one -> KINDS.contains(one.kind().toLowerCase(Locale.ROOT)));
    }

    /** npm asks for known holes of what it installs; that is answered and goes nowhere. */
    static boolean audit(HttpRequest request) {
        return request.head().method().equals("POST")
                && AUDIT.matcher(bare(request.head())).matches();
    }

    static HttpRequest without(HttpRequest request) {
        HttpRequest.Head head = request.head();
        var rest =
                new Headers(
                        head.headers().lines().stream()
                                .filter(line -> !line.name().equalsIgnoreCase(HEADER))
                                .toList());
        return new HttpRequest(
                new HttpRequest.Head(head.method(), head.target(), head.version(), rest),
                request.body(),
                request.bodyBytes(),
                request.whole());
    }

    private static String bare(HttpRequest.Head head) {
        String path = head.path();
        int end = path.indexOf('?');
        return end < 0 ? path : path.substring(0, end);
    }
}
