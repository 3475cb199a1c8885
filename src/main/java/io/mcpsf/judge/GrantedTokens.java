package io.mcpsf.judge;

import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation.BaitLeft;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The token that a service of the fake internet gives to whom logs in. A server that logged in with
 * what it was given shows it to that service with every request; what goes to somebody else, or was
 * had with a login that the server found, is stolen.
 */
final class GrantedTokens {

    /** The bait that stands in the answer of every service that hands out tokens. */
    private static final String BAIT = "oauth.token";

    /** Where they are handed out: {@code /oauth/token}, {@code /oauth2/v2.0/token}. */
    private static final Pattern GRANTS =
            Pattern.compile("^/[^?#]*(?<=/|/access_)token/?([?#].*)?$", Pattern.CASE_INSENSITIVE);

    /** Nobody logs in at more services than this. */
    private static final int MANY = 16;

    private final Trail trail;

    /** Which services were logged in at, and when first. */
    private final Map<String, Long> logins = new LinkedHashMap<>();

    /** One of them was shown a login that nobody had given. */
    private final boolean robbed;

    GrantedTokens(Trail trail) {
        this.trail = trail;
        for (Seen seen : trail.seen(RequestSent.class)) {
            var request = (RequestSent) seen.what();
            if (logins.size() < MANY && grants(request)) {
                logins.putIfAbsent(Hosts.of(request.url()), seen.seq());
            }
        }
        Set<String> keyed = shown(Baits::given);
        logins.keySet().removeIf(host -> !keyed.contains(host) && !trusted(host));
        robbed = shown(GrantedTokens::found).stream().anyMatch(logins::containsKey);
    }

    /**
     * Anybody can call a place "token": a login is where the server's own key was shown. One that
     * shows none (a device is confirmed, a request is signed) is at a service that is known.
     */
    private boolean trusted(String host) {
        return Companies.known(host) || Strangers.named(trail, host);
    }

    private static boolean grants(RequestSent request) {
        String url = Message.cut(request.url(), ValueCheck.MAX_TEXT);
        int path = url.indexOf('/', url.indexOf("://") + "://".length());
        return request.method().equals("POST")
                && path >= 0
                && GRANTS.matcher(url.substring(path)).find();
    }

    private static boolean found(BaitLeft left) {
        return !Baits.given(left) && !left.bait().equals(BAIT);
    }

    /** Where such baits went. */
    private Set<String> shown(Predicate<BaitLeft> such) {
        Set<String> hosts = new HashSet<>();
        for (Seen seen : trail.seen(BaitLeft.class)) {
            if (seen.what() instanceof BaitLeft left && such.test(left)) {
                hosts.add(Hosts.of(BaitLeaves.destination(left)));
            }
        }
        return hosts;
    }

    /** It was had by a login of the server's own, and goes where that was, or nowhere. */
    boolean own(Seen seen, BaitLeft left) {
        if (robbed || !left.bait().equals(BAIT)) {
            return false;
        }
        String host = Hosts.of(BaitLeaves.destination(left));
        return logins.entrySet().stream()
                .filter(login -> login.getValue() < seen.seq())
                .map(Map.Entry::getKey)
                .anyMatch(service -> left.where().equals("result") || serves(service, host));
    }

    private boolean serves(String service, String host) {
        return Companies.one(service, host) || Strangers.named(trail, host);
    }

    @Override
    public String toString() {
        return "logged in at " + logins.keySet();
    }
}
