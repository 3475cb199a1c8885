package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.Greeted;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.BaitLeft;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A credential that was handed over for one vendor went to somebody else. A value that the user
 * gave by hand is none of ours and never seen here; one of no known vendor has no wrong address;
 * and a host that the call, the server's own words or our own configuration named was meant.
 */
final class GivenStrays implements Rule {

    private static final String GIVEN = "given:";

    /** Vendors whose credentials nobody needs at one place of a third party. */
    private static final int MANY = 3;

    /** Where content that arrives has a host. */
    private static final Set<String> ARRIVES =
            Set.of("http", "websocket", "tls", "tcp", "udp", "smtp", "dns");

    private static final About ABOUT =
            About.malice("given-strays", Family.CREDENTIALS, Severity.HIGH, Confidence.LIKELY)
                    .needs(Sense.NETWORK)
                    .attack("T1041", "T1567")
                    .cwe("CWE-522")
                    .owaspMcp("MCP01")
                    .says(
                            "Sends its configured credential to another host",
                            "A server that asks for a credential gets a decoy. It sent the decoy to"
                                + " a host that does not belong to the vendor and that neither a"
                                + " call nor the server's description mentioned. Credentials of"
                                + " three or more vendors at one such host are theft.",
                            "Do not give it a credential, and rotate any that it had.");

    private final Vendors vendors = Vendors.load();

    /** A credential of a vendor that was seen at a host. */
    private record Stray(String vendor, BaitLeft left, Seen seen) {}

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        Map<String, List<Stray>> hosts = new TreeMap<>();
        for (Seen seen : trail.seen(BaitLeft.class)) {
            if (seen.what() instanceof BaitLeft left && Baits.given(left)) {
                String vendor = vendors.vendor(form(left));
                String host = host(trail, left);
                if (!vendor.isEmpty()
                        && ARRIVES.contains(left.where())
                        && seen.at().phase() != Phase.ATTACK
                        && !vendors.home(vendor, host)
                        && !meant(trail, seen, host)) {
                    hosts.computeIfAbsent(host, _ -> new ArrayList<>())
                            .add(new Stray(vendor, left, seen));
                }
            }
        }
        var claims = new Claims(info(), trail);
        hosts.forEach((host, strays) -> claim(claims, host, strays));
        nameless(trail, claims);
        return claims.findings();
    }

    /**
     * Whose credential it is can't be told: then it has one service, and a second host that nobody
     * named is none. A name that is looked up is never a service.
     */
    private void nameless(Trail trail, Claims claims) {
        Map<String, Map<String, Seen>> places = new TreeMap<>();
        Set<String> known = new TreeSet<>();
        for (Seen seen : trail.seen(BaitLeft.class)) {
            if (seen.what() instanceof BaitLeft left
                    && Baits.given(left)
                    && vendors.vendor(form(left)).isEmpty()
                    && ARRIVES.contains(left.where())
                    && seen.at().phase() != Phase.ATTACK) {
                String host = host(trail, left);
                places.computeIfAbsent(left.bait(), _ -> new TreeMap<>()).putIfAbsent(host, seen);
                if (meant(trail, seen, host)) {
                    known.add(host);
                }
            }
        }
        places.forEach((bait, hosts) -> stranger(claims, hosts, known));
    }

    private static void stranger(Claims claims, Map<String, Seen> hosts, Set<String> known) {
        boolean service = hosts.keySet().stream().anyMatch(known::contains);
        for (var place : hosts.entrySet()) {
            String host = place.getKey();
            boolean named = ((BaitLeft) place.getValue().what()).where().equals("dns");
            boolean beside = hosts.keySet().stream().anyMatch(other -> !together(host, other));
            boolean its = known.stream().anyMatch(one -> Companies.one(one, host));
            if (!its && (named || beside)) {
                claims.add(
                        host,
                        named
                                ? "A credential that it was given was looked up as a name, at %s."
                                        .formatted(Message.cut(host))
                                : "A credential that it was given went to %s besides its service."
                                        .formatted(Message.cut(host)),
                        named || service ? Severity.HIGH : Severity.MEDIUM,
                        Confidence.LIKELY,
                        List.of(place.getValue()));
            }
        }
    }

    private static boolean together(String host, String other) {
        boolean tenant = Companies.hosted(host) || Companies.hosted(other);
        boolean alike = Hosts.label(host).equals(Hosts.label(other)) && !tenant;
        return alike || Companies.one(host, other);
    }

    private static void claim(Claims claims, String host, List<Stray> strays) {
        Set<String> whose = new TreeSet<>();
        strays.forEach(stray -> whose.add(stray.vendor()));
        List<Seen> seen = strays.stream().map(Stray::seen).toList();
        if (whose.size() == 1) {
            claims.add(
                    host,
                    "The credential for %s was sent to %s (%s)."
                            .formatted(
                                    whose.iterator().next(),
                                    Message.cut(host),
                                    Message.cut(strays.getFirst().left().encoding())),
                    seen);
            return;
        }
        claims.add(
                host,
                "The credentials for %s were sent to one host, %s."
                        .formatted(String.join(", ", whose), Message.cut(host)),
                whose.size() >= MANY ? Severity.CRITICAL : Severity.HIGH,
                Confidence.LIKELY,
                seen);
    }

    /** Asked for by the call, said by the server itself, or an address that we configured. */
    private static boolean meant(Trail trail, Seen seen, String host) {
        return trail.asked(seen.at()).host(host) || Strangers.named(trail, host);
    }

    private static String form(BaitLeft left) {
        String name = left.bait().toLowerCase(Locale.ROOT);
        return name.startsWith(GIVEN) ? name.substring(GIVEN.length()) : "";
    }

    private static String host(Trail trail, BaitLeft left) {
        String host = Hosts.of(BaitLeaves.destination(left));
        return trail.name(host).isEmpty() ? host : trail.name(host);
    }

    @Override
    public List<Example> examples() {
        return List.of(
                Example.fires(
                        "to its service and elsewhere",
                        new Story()
                                .sees(given("github", "api.github.com"))
                                .sees(given("github", "collect.invalid"))),
                Example.fires(
                        "to one stranger only",
                        new Story().sees(given("github", "collect.invalid"))),
                Example.fires(
                        "five vendors' to one stranger",
                        new Story()
                                .sees(given("github", "collect.invalid"))
                                .sees(given("openai", "collect.invalid"))
                                .sees(given("slack-app", "collect.invalid"))
                                .sees(given("stripe", "collect.invalid"))
                                .sees(given("aws-id", "collect.invalid"))),
                Example.fires(
                        "a key of no vendor to the service that it names, and elsewhere",
                        new Story()
                                .sees(new Greeted("2025-06-18", "acme-mcp", "1.0.0", ""))
                                .sees(given("key-1", "api.acme.invalid"))
                                .sees(given("key-1", "collect.invalid"))),
                Example.fires(
                        "a key of no vendor in a name",
                        new Story()
                                .sees(
                                        new BaitLeft(
                                                GIVEN + "key-1",
                                                "given",
                                                "dns",
                                                "collect.invalid",
                                                "plain"))),
                Example.fires(
                        "a key of no vendor to two tenants of one landlord",
                        new Story()
                                .sees(given("key-1", "acme.vercel.app"))
                                .sees(given("key-1", "collect.vercel.app"))),
                Example.spares(
                        "a key of no vendor to two machines of one service",
                        new Story()
                                .sees(given("key-1", "api.acme.invalid"))
                                .sees(given("key-1", "login.acme.invalid"))),
                Example.spares(
                        "a key of no vendor to two sites of one service",
                        new Story()
                                .sees(given("key-1", "pages-api.cloud.tencent.com"))
                                .sees(given("key-1", "pages-api.edgeone.ai"))),
                Example.fires(
                        "a key of no vendor to two sites of one service, and to a third",
                        new Story()
                                .sees(new Greeted("2025-06-18", "edgeone-mcp", "1.0.0", ""))
                                .sees(given("key-1", "pages-api.cloud.tencent.com"))
                                .sees(given("key-1", "pages-api.edgeone.ai"))
                                .sees(given("key-1", "pages-api.collect.invalid"))),
                Example.spares(
                        "each to its vendor",
                        new Story()
                                .sees(given("github", "api.github.com"))
                                .sees(given("openai", "api.openai.com"))
                                .sees(given("aws-id", "s3.eu-west-1.amazonaws.com"))
                                .sees(given("gitlab", "gitlab.work.invalid"))),
                Example.spares(
                        "to an address that was configured",
                        new Story().sees(given("openai", "db.site.example"))),
                Example.spares(
                        "where the call told it to",
                        new Story()
                                .calls(1, "fetch", "{\"url\":\"https://collect.invalid/x\"}")
                                .sees(given("github", "collect.invalid"))),
                Example.spares(
                        "to the service that it is made for",
                        new Story()
                                .sees(new Greeted("2025-06-18", "acme-mcp", "1.0.0", ""))
                                .sees(given("github", "api.acme.invalid"))),
                Example.spares(
                        "a key that speaks of no vendor",
                        new Story()
                                .sees(given("key-1", "a.invalid"))
                                .sees(given("key-2", "b.invalid"))));
    }

    private static BaitLeft given(String form, String host) {
        return new BaitLeft(GIVEN + form, "given", "http", host + ":443", "plain");
    }
}
