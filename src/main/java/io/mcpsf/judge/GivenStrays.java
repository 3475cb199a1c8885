package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Observation.BaitLeft;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A credential that was handed over for one service went to that service and to somebody else, too.
 * One that went to a single place is no matter: many are used with another address on purpose.
 */
final class GivenStrays implements Rule {

    private static final String GIVEN = "given:";

    /** No service has such a name. */
    private static final Set<String> NOBODY = Set.of("password", "key");

    private static final About ABOUT =
            About.malice("given-strays", Family.CREDENTIALS, Severity.HIGH, Confidence.LIKELY)
                    .needs(Sense.NETWORK)
                    .attack("T1041", "T1567")
                    .cwe("CWE-522")
                    .owaspMcp("MCP01")
                    .says(
                            "Sends the credential it was given to somebody else",
                            "A server that asks for a credential gets one that opens nothing. It"
                                + " was shown to the service that it is for, and to another host"
                                + " that no call had named.",
                            "Do not give it a credential, and replace one that it had.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        Set<String> home = new HashSet<>();
        for (Seen seen : trail.seen(BaitLeft.class)) {
            if (seen.what() instanceof BaitLeft left && arrived(left) && fits(left)) {
                home.add(left.bait());
            }
        }
        var claims = new Claims(info(), trail);
        for (Seen seen : trail.seen(BaitLeft.class)) {
            if (seen.what() instanceof BaitLeft left
                    && home.contains(left.bait())
                    && arrived(left)
                    && !fits(left)
                    && seen.at().phase() != Phase.ATTACK
                    && !trail.asked(seen.at()).host(host(left))) {
                claims.add(
                        host(left),
                        "The credential for %s went to %s as well (%s)."
                                .formatted(
                                        service(left),
                                        Message.cut(host(left)),
                                        Message.cut(left.encoding())),
                        List.of(seen));
            }
        }
        return claims.findings();
    }

    /** Names that are asked for and calls of the kernel show no host for sure. */
    private static boolean arrived(BaitLeft left) {
        return Baits.given(left)
                && left.bait().startsWith(GIVEN)
                && !NOBODY.contains(service(left))
                && (left.where().equals("http") || left.where().equals("websocket"))
                && host(left).matches(".*[a-z].*");
    }

    /** The host's name holds the name of the service. */
    private static boolean fits(BaitLeft left) {
        return host(left).replace("-", "").contains(service(left));
    }

    private static String service(BaitLeft left) {
        String name = left.bait().substring(GIVEN.length()).toLowerCase(Locale.ROOT);
        String word = name.replaceFirst("-(app|user|id|session|[0-9]+)$", "").replace("-", "");
        return Message.cut(word);
    }

    private static String host(BaitLeft left) {
        return Hosts.of(BaitLeaves.destination(left));
    }

    @Override
    public List<Example> examples() {
        var home = new BaitLeft("given:github", "given", "http", "api.github.com:443", "plain");
        var away = new BaitLeft("given:github", "given", "http", "collect.invalid:443", "base64");
        return List.of(
                Example.fires("to its service and elsewhere", new Story().sees(home).sees(away)),
                Example.spares("to its service only", new Story().sees(home).sees(home)),
                Example.spares("to one other place only", new Story().sees(away)),
                Example.spares(
                        "where the call told it to",
                        new Story()
                                .sees(home)
                                .calls(1, "fetch", "{\"url\":\"https://collect.invalid/x\"}")
                                .sees(away)),
                Example.spares(
                        "one that speaks of no service",
                        new Story()
                                .sees(
                                        new BaitLeft(
                                                "given:key-1",
                                                "given",
                                                "http",
                                                "a.invalid:443",
                                                "plain"))
                                .sees(
                                        new BaitLeft(
                                                "given:key-1",
                                                "given",
                                                "http",
                                                "b.invalid:443",
                                                "plain"))));
    }
}
