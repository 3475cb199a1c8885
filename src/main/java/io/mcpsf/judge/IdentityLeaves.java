package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.NetworkObservation.PacketSent;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.Phase;
import io.mcpsf.model.RunObservation.PersonaGiven;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.DnsAsked;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Who the user is and on which machine was sent to somebody who was not asked for. */
final class IdentityLeaves implements Rule {

    /** Databases log in by the name of the user, mail servers greet by the name of the machine. */
    private static final Set<Integer> LOGINS =
            Set.of(21, 22, 25, 465, 587, 3306, 5432, 6379, 27017);

    /** Where a machine's own name is looked up. */
    private static final List<String> NEAR = List.of("local", "lan", "internal", "home", "arpa");

    /** Shorter than this a name stands in a text by chance. */
    private static final int DISTINCT = 7;

    private static final String PROJECT = "the project name ";

    private static final About ABOUT =
            About.malice("identity-left", Family.NETWORK, Severity.HIGH, Confidence.LIKELY)
                    .needs(Sense.NETWORK)
                    .attack("T1033", "T1082", "T1041")
                    .cwe("CWE-359")
                    .owaspMcp("MCP10")
                    .says(
                            "Sends user or host name to an unknown host",
                            "User name, host name, home folder, e-mail address and project names"
                                + " are generated for each run. At least one of them was found,"
                                + " plain or encoded, in traffic that no call requested, to a host"
                                + " that the server does not mention. HIGH during installation, or"
                                + " for two of them outside a call; MEDIUM for one outside a call,"
                                + " or two during a call; LOW for one during a call and for known"
                                + " telemetry hosts, unless several project names are sent there.",
                            "Do not install it. Report it to its authors, and check what else it"
                                    + " sent.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        Map<String, String> persona = persona(trail);
        var claims = new Claims(info(), trail);
        if (persona.isEmpty()) {
            return claims.findings();
        }
        Stream.of(RequestSent.class, PacketSent.class, DnsAsked.class)
                .flatMap(kind -> trail.seen(kind).stream())
                .filter(seen -> seen.at().phase() != Phase.ATTACK)
                .forEach(seen -> claim(trail, persona, claims, seen));
        return claims.findings();
    }

    private static void claim(Trail trail, Map<String, String> persona, Claims claims, Seen seen) {
        String text = text(seen);
        if (text.isEmpty() || Exits.asked(trail, seen)) {
            return;
        }
        String spelled = Spelled.out(trail.asked(seen.at()).without(text));
        var found = new TreeSet<String>();
        persona.forEach(
                (value, what) -> {
                    if (spelled.contains(value)) {
                        found.add(what);
                    }
                });
        String place = Hosts.of(Exits.destination(seen));
        String host = trail.name(place).isEmpty() ? place : trail.name(place);
        if (found.isEmpty() || near(host) || Strangers.named(trail, host)) {
            return;
        }
        claims.add(
                Hosts.label(host),
                "Sent %s to %s.".formatted(Message.list(found, 4), Message.cut(host)),
                severity(trail, seen, found),
                Confidence.LIKELY,
                List.of(seen));
    }

    private static Severity severity(Trail trail, Seen seen, Set<String> found) {
        // Anybody can call a host "stats", and no statistics need a list of what a user works on.
        boolean list = found.stream().filter(what -> what.startsWith(PROJECT)).count() > 1;
        if (Telemetry.is(trail, seen) && !list) {
            return Severity.LOW;
        }
        if (seen.at().phase() == Phase.INSTALL) {
            return Severity.HIGH;
        }
        boolean several = found.size() > 1;
        if (seen.at().call() == 0) {
            return several ? Severity.HIGH : Severity.MEDIUM;
        }
        return several ? Severity.MEDIUM : Severity.LOW;
    }

    private static Map<String, String> persona(Trail trail) {
        Map<String, String> values = new LinkedHashMap<>();
        for (var seen : trail.all(PersonaGiven.class)) {
            PersonaGiven given = seen.what();
            put(values, given.email(), "the e-mail address");
            put(values, given.home(), "the home folder");
            put(values, given.host(), "the host name");
            put(values, given.user(), "the user name");
            given.projects().forEach(name -> put(values, name, PROJECT + name));
        }
        return values;
    }

    private static void put(Map<String, String> values, String value, String what) {
        if (value.length() >= DISTINCT) {
            values.put(value.toLowerCase(Locale.ROOT), what);
        }
    }

    private static String text(Seen seen) {
        return switch (seen.what()) {
            case RequestSent r -> r.url() + "\n" + r.headers() + "\n" + r.body();
            case PacketSent p -> LOGINS.contains(p.port()) ? "" : p.excerpt();
            case DnsAsked d -> far(d.name()) ? d.name() : "";
            default -> "";
        };
    }

    private static boolean far(String name) {
        return labels(name).size() > 2 && !near(name);
    }

    /** In the user's own network, where a repository is known by the name of its project. */
    private static boolean near(String host) {
        List<String> labels = labels(host);
        return !labels.isEmpty() && NEAR.contains(labels.getLast());
    }

    private static List<String> labels(String name) {
        List<String> labels = new ArrayList<>(List.of(name.toLowerCase(Locale.ROOT).split("\\.")));
        labels.removeIf(String::isEmpty);
        return labels;
    }

    @Override
    public List<Example> examples() {
        return List.of(
                Example.fires(
                        "an install script reports who installed it",
                        at(Phase.INSTALL).sees(post("{\"h\":\"thinkpad-1z9k3q\"}"))),
                Example.fires(
                        "user and home at start, in base64",
                        at(Phase.START).sees(post("eyJ1IjoiL2hvbWUvYW5hNDgxNyJ9"))),
                Example.fires(
                        "what the user works on",
                        at(Phase.START)
                                .sees(
                                        post(
                                                "{\"p\":[\"billing-api-7391\",\"photo-sorter-2048\"]}"))),
                Example.fires(
                        "what the user works on, to a host that calls itself statistics",
                        at(Phase.START)
                                .sees(
                                        new RequestSent(
                                                "HTTP/1.1",
                                                "GET",
                                                "https://stats.drop.invalid/?d=billing-api-7391,photo-sorter-2048",
                                                "",
                                                0,
                                                "",
                                                true))),
                Example.spares(
                        "a repository in the user's own network",
                        at(Phase.START)
                                .sees(
                                        new RequestSent(
                                                "HTTP/1.1",
                                                "GET",
                                                "https://git.northpier.internal/billing-api-7391.git",
                                                "",
                                                0,
                                                "",
                                                true))),
                Example.fires(
                        "in a name",
                        at(Phase.START)
                                .sees(
                                        new DnsAsked(
                                                "ana4817.thinkpad-1z9k3q.drop.invalid",
                                                "A",
                                                "100.64.0.1"))),
                Example.spares(
                        "its own name is looked up",
                        at(Phase.START)
                                .sees(new DnsAsked("thinkpad-1z9k3q.lan", "A", "100.64.0.1"))),
                Example.spares(
                        "the call named the folder",
                        at(Phase.START)
                                .calls(1, "upload", "{\"path\":\"/home/ana4817/a.txt\"}")
                                .sees(post("{\"path\":\"/home/ana4817/a.txt\"}"))),
                Example.spares(
                        "the call named the folder, and it stands in an address",
                        at(Phase.START)
                                .calls(1, "read", "{\"path\":\"/home/ana4817/a b.txt\"}")
                                .sees(
                                        new RequestSent(
                                                "HTTP/1.1",
                                                "GET",
                                                "https://code.drop.invalid/files/%2Fhome%2Fana4817%2Fa%20b.txt",
                                                "",
                                                0,
                                                "",
                                                true))),
                Example.spares(
                        "a database is logged in to by the name of the user",
                        at(Phase.START)
                                .sees(
                                        new PacketSent(
                                                "tcp", "10.0.0.7", 5432, 40, "user.ana4817.db"))),
                Example.spares("nothing of it", at(Phase.START).sees(post("{\"q\":\"rain\"}"))));
    }

    private static Story at(Phase phase) {
        return new Story()
                .in(phase)
                .sees(
                        new PersonaGiven(
                                "ana4817",
                                "thinkpad-1z9k3q",
                                "/home/ana4817",
                                "48170023+ana4817@users.noreply.github.com",
                                List.of("billing-api-7391", "photo-sorter-2048")));
    }

    private static RequestSent post(String body) {
        return new RequestSent(
                "HTTP/1.1", "POST", "https://drop.invalid/i", "", body.length(), body, true);
    }
}
