package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.Finding;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.BaitLeft;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The content of a decoy was on its way out: in arguments of a program, in packets, in names. */
final class BaitLeaves implements Rule {

    private static final Set<String> WAYS_OUT =
            Set.of(
                    "argv",
                    "socket",
                    "dns",
                    "http",
                    "smtp",
                    "tcp",
                    "udp",
                    "quic",
                    "tls",
                    "icmp",
                    "raw",
                    "postgresql",
                    "mysql",
                    "redis",
                    "mongodb",
                    "websocket");

    /** Where a credential that no service hands out by itself is shown to who issued it. */
    private static final Map<String, List<String>> ISSUERS =
            Map.of(
                    "pypi", List.of("pypi.org"),
                    "openai", List.of("openai.com"),
                    "anthropic", List.of("anthropic.com"),
                    "slack", List.of("slack.com"));

    private static final About ABOUT =
            About.malice("bait-left", Family.CREDENTIALS, Severity.CRITICAL, Confidence.PROVEN)
                    .needs(Sense.PROCESSES, Sense.SOCKETS, Sense.NETWORK)
                    .attack("T1041", "T1048.003", "T1567")
                    .cwe("CWE-200", "CWE-522")
                    .owaspMcp("MCP01")
                    .says(
                            "Exfiltrates a credential",
                            "Every decoy holds a value that exists nowhere else. It was found,"
                                + " plain or encoded, whole or in pieces, in a program's arguments"
                                + " or in network traffic (decrypted requests, mail, packets, DNS"
                                + " queries). There is no legitimate explanation. A credential"
                                + " presented to the service that issued it is a LOW finding; the"
                                + " token that a server gets by logging in with what it was given,"
                                + " shown to that service, is none.",
                            "Remove it at once, rotate every credential within its reach, and treat"
                                    + " machines where it ran as compromised.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        Set<String> arrived = arrived(trail);
        var claims = new Claims(info(), trail);
        var granted = new GrantedTokens(trail);
        for (Seen seen : trail.seen(BaitLeft.class)) {
            if (seen.what() instanceof BaitLeft left
                    && WAYS_OUT.contains(left.where())
                    && !Baits.given(left)
                    && !granted.own(seen, left)
                    && !returned(left)
                    && !(left.where().equals("socket") && arrived.contains(way(left)))
                    && !Baits.askedFor(trail, left.bait(), seen)) {
                Optional<Seen> carrier = Carriers.of(trail, seen);
                boolean issuer = issuer(trail, left);
                String message = message(left, carrier, issuer ? "sent" : "exfiltrated");
                List<Seen> both = carrier.map(c -> List.of(c, seen)).orElseGet(() -> List.of(seen));
                if (issuer) {
                    claims.add("issuer", message, Severity.LOW, Confidence.LIKELY, both);
                } else {
                    claims.add(left.where(), message, both);
                }
            }
        }
        return claims.findings();
    }

    /** What the boundary has found too need not be told as a socket's doing once more. */
    private static Set<String> arrived(Trail trail) {
        Set<String> arrived = new HashSet<>();
        for (Seen seen : trail.seen(BaitLeft.class)) {
            if (seen.what() instanceof BaitLeft left && !left.where().equals("socket")) {
                arrived.add(way(left));
            }
        }
        return arrived;
    }

    private static String way(BaitLeft left) {
        return left.bait() + "\0" + destination(left);
    }

    private static String message(BaitLeft left, Optional<Seen> carrier, String verb) {
        String way =
                switch (left.where()) {
                    case "argv" -> "the arguments of a program";
                    case "dns" -> "DNS queries";
                    default ->
                            carrier.map(Seen::what).map(Carriers::words).orElse("network traffic");
                };
        boolean told = carrier.isPresent() || destination(left).isEmpty();
        String to = told ? "" : " to " + Message.cut(destination(left));
        String form =
                left.encoding().equals("plain")
                        ? "unencoded"
                        : "encoding: " + Message.cut(left.encoding());
        return "The decoy %s was %s in %s%s, %s."
                .formatted(Message.cut(left.bait()), verb, way, to, form);
    }

    /** Where to; for names only their domain, because the rest is the secret. */
    static String destination(BaitLeft left) {
        String to = left.destination().replaceFirst("^(tcp|udp) ", "");
        return switch (left.where()) {
            case "argv" -> "";
            case "dns" -> to.replaceFirst("^.*\\.([^.]+\\.[^.]+)\\.?$", "$1");
            default -> to;
        };
    }

    /** What a metadata service gave and gets back, as its second version wants it, has not left. */
    static boolean returned(BaitLeft left) {
        return left.kind().equals("metadata") && LoginService.handsOut(Hosts.of(destination(left)));
    }

    private static boolean issuer(Trail trail, BaitLeft left) {
        String bait = (left.bait() + " " + left.kind()).toLowerCase(Locale.ROOT);
        String host = Hosts.of(destination(left));
        if (left.kind().equals("metadata")) {
            return LoginService.homeOfToken(trail, host);
        }
        return LoginService.issuer(left.bait(), left.kind(), host)
                || ISSUERS.entrySet().stream()
                        .filter(entry -> bait.contains(entry.getKey()))
                        .flatMap(entry -> entry.getValue().stream())
                        .anyMatch(home -> Hosts.within(host, home));
    }

    @Override
    public List<Example> examples() {
        var sent = new BaitLeft("ssh-key", "ssh", "socket", "203.0.113.7:443", "base64");
        var touched = new BaitTouched("ssh-key", "ssh", "/home/ana/.ssh/id_rsa", Touch.READ);
        return List.of(
                Example.fires("base64 through a socket", new Story().sees(sent)),
                Example.fires(
                        "in a request",
                        new Story()
                                .sees(
                                        new RequestSent(
                                                "HTTP/1.1",
                                                "POST",
                                                "https://drop.invalid/u",
                                                "host: drop.invalid",
                                                9,
                                                "c2VjcmV0",
                                                true))
                                .sees(
                                        new BaitLeft(
                                                "ssh-key",
                                                "ssh",
                                                "http",
                                                "drop.invalid:443",
                                                "base64"))),
                Example.fires(
                        "in the arguments of curl",
                        new Story().sees(new BaitLeft("env", "env", "argv", "curl", "plain"))),
                Example.spares(
                        "only in an answer, which another rule judges",
                        new Story().sees(new BaitLeft("env", "env", "result", "", "plain"))),
                Example.spares(
                        "a credential that it asked for and was given",
                        new Story()
                                .sees(
                                        new BaitLeft(
                                                "given:key-1",
                                                "given",
                                                "http",
                                                "api.site.example:443",
                                                "plain"))),
                Example.spares(
                        "a session token goes back to the metadata service",
                        new Story()
                                .sees(
                                        new BaitLeft(
                                                "metadata.token",
                                                "metadata",
                                                "http",
                                                "169.254.169.254:80",
                                                "plain"))),
                Example.spares(
                        "the token of a login goes back to who gave it",
                        new Story()
                                .sees(login("login.site.invalid"))
                                .sees(key("login.site.invalid"))
                                .sees(token("graph.site.invalid"))),
                Example.spares(
                        "the token of a login goes to another site of the service",
                        new Story()
                                .sees(login("login.microsoftonline.com"))
                                .sees(key("login.microsoftonline.com"))
                                .sees(token("graph.microsoft.com"))),
                Example.spares(
                        "the token of a login that showed no key, at a service that is known",
                        new Story()
                                .sees(login("login.microsoftonline.com"))
                                .sees(token("graph.microsoft.com"))),
                Example.fires(
                        "the token of such a login where nobody is known",
                        new Story()
                                .sees(login("login.site.invalid"))
                                .sees(token("graph.site.invalid"))),
                Example.fires(
                        "the token of a login goes elsewhere",
                        new Story()
                                .sees(login("login.site.invalid"))
                                .sees(key("login.site.invalid"))
                                .sees(token("drop.invalid"))),
                Example.fires(
                        "the token of a login goes to a place that is called token",
                        new Story()
                                .sees(login("login.site.invalid"))
                                .sees(key("login.site.invalid"))
                                .sees(
                                        new RequestSent(
                                                "HTTP/1.1",
                                                "POST",
                                                "https://drop.invalid/oauth/token",
                                                "host: drop.invalid",
                                                2,
                                                "{}",
                                                true))
                                .sees(token("drop.invalid"))),
                Example.fires(
                        "a token without a login", new Story().sees(token("graph.site.invalid"))),
                Example.fires(
                        "a token of the machine goes elsewhere",
                        new Story()
                                .sees(
                                        new BaitLeft(
                                                "metadata.azure",
                                                "metadata",
                                                "http",
                                                "drop.invalid:443",
                                                "plain"))),
                Example.spares(
                        "the call asked to upload this file",
                        new Story()
                                .calls(1, "upload", "{\"file\":\"/home/ana/.ssh/id_rsa\"}")
                                .sees(touched)
                                .sees(sent)));
    }

    private static RequestSent login(String host) {
        return new RequestSent(
                "HTTP/1.1",
                "POST",
                "https://" + host + "/oauth2/v2.0/token",
                "host: " + host,
                2,
                "{}",
                true);
    }

    private static BaitLeft key(String host) {
        return new BaitLeft("given:key-1", "given", "http", host + ":443", "plain");
    }

    private static BaitLeft token(String host) {
        return new BaitLeft("oauth.token", "metadata", "http", host + ":443", "plain");
    }
}
