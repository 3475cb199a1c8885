package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.PackageObservation.ReleaseSeen;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.BaitLeft;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** A decoy was not only carried off: it was shown as a login to the service that it belongs to. */
final class BaitUsed implements Rule {

    /** A kind of login, how it looks when shown, and whose programs may show it. */
    private record Login(String kind, Pattern shown, Set<String> owners) {}

    private static final List<Login> LOGINS =
            List.of(
                    login("aws", "aws4-hmac-sha256", "aws"),
                    login("npm", "bearer", "npm", "npx", "yarn", "pnpm"),
                    login("github", "(bearer|token|basic)", "gh", "git"),
                    login("kube", "bearer", "kubectl", "helm"),
                    login("metadata", ""));

    private static final Set<String> PLAIN = Set.of("plain", "base64");

    private static final About ABOUT =
            About.malice("bait-used", Family.CREDENTIALS, Severity.CRITICAL, Confidence.LIKELY)
                    .needs(Sense.NETWORK)
                    .attack("T1528", "T1078")
                    .cwe("CWE-522")
                    .owaspMcp("MCP01")
                    .says(
                            "Logs in with a credential it found",
                            "A request used a decoy to log in (an AWS signature, or an npm, GitHub"
                                + " or Kubernetes token). A server that says it works with that"
                                + " service may do so, and so may the service's own programs; one"
                                + " that silently takes the token from its environment gets a"
                                + " MEDIUM finding.",
                            "Check what these credentials were used for, and rotate them.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        var claims = new Claims(info(), trail);
        var granted = new GrantedTokens(trail);
        for (Seen seen : trail.seen(BaitLeft.class)) {
            if (seen.what() instanceof BaitLeft left
                    && left.where().equals("http")
                    && !Baits.given(left)
                    && !granted.own(seen, left)
                    && PLAIN.contains(left.encoding())) {
                login(left)
                        .ifPresent(
                                login ->
                                        Carriers.of(trail, seen)
                                                .filter(c -> unexplained(trail, c, left, login))
                                                .ifPresent(c -> claim(claims, left, c, seen)));
            }
        }
        return claims.findings();
    }

    private static boolean unexplained(Trail trail, Seen carrier, BaitLeft left, Login login) {
        var request = (RequestSent) carrier.what();
        return login.shown.matcher(request.headers()).find()
                && !BaitLeaves.returned(left)
                && !OwnRelease.asked(trail, request)
                && !LoginService.homeOfToken(trail, Hosts.of(request.url()))
                && !Baits.declared(trail, login.kind)
                && !(login.kind.equals("github") && Baits.declared(trail, "git"))
                && Programs.trusted(trail, carrier.at()).stream().noneMatch(login.owners::contains)
                && !Baits.askedFor(trail, left.bait(), carrier);
    }

    private static Login login(String kind, String scheme, String... owners) {
        String shown = "^(authorization: *" + scheme + "|x-amz-security-token:|npm-session:)";
        int flags = Pattern.CASE_INSENSITIVE | Pattern.MULTILINE;
        return new Login(kind, Pattern.compile(shown, flags), Set.of(owners));
    }

    private static Optional<Login> login(BaitLeft left) {
        String bait = (left.bait() + " " + left.kind()).toLowerCase(Locale.ROOT);
        String words = bait.replace("/gh/", "/github/");
        return LOGINS.stream().filter(login -> words.contains(login.kind)).findFirst();
    }

    private static void claim(Claims claims, BaitLeft left, Seen carrier, Seen seen) {
        var request = (RequestSent) carrier.what();
        // What stands in the environment was handed to the server; a file it had to open.
        boolean given = !left.bait().contains("/") && !left.kind().equals("metadata");
        claims.add(
                given ? "environment" : "",
                "Used the decoy %s to log in with %s %s."
                        .formatted(
                                Message.cut(left.bait()),
                                Message.cut(request.method()),
                                Message.cut(request.url())),
                given ? Severity.MEDIUM : Severity.CRITICAL,
                given ? Confidence.WEAK : Confidence.LIKELY,
                List.of(carrier, seen));
    }

    @Override
    public List<Example> examples() {
        var whoami = request("authorization: Bearer npm_x", "https://registry.npmjs.org/-/whoami");
        var shown = new BaitLeft("~/.npmrc", "npm", "http", "registry.npmjs.org:443", "plain");
        return List.of(
                Example.fires("whoami with the token of npm", new Story().sees(whoami).sees(shown)),
                Example.fires(
                        "a signature with the key of AWS",
                        new Story()
                                .sees(
                                        request(
                                                "Authorization: AWS4-HMAC-SHA256 Credential=AKIAX",
                                                "https://sts.amazonaws.com/"))
                                .sees(
                                        new BaitLeft(
                                                "~/.aws/credentials",
                                                "aws",
                                                "http",
                                                "sts.amazonaws.com:443",
                                                "plain"))),
                Example.spares(
                        "a server that asks for its own latest release",
                        release()
                                .sees(
                                        request(
                                                "authorization: Bearer npm_x",
                                                "https://registry.npmjs.org/@scope%2fnotes/latest"))
                                .sees(shown)),
                Example.fires(
                        "a server that publishes itself anew",
                        release()
                                .sees(
                                        new RequestSent(
                                                "HTTP/1.1",
                                                "PUT",
                                                "https://registry.npmjs.org/@scope/notes",
                                                "authorization: Bearer npm_x",
                                                9,
                                                "{}",
                                                true))
                                .sees(shown)),
                Example.spares(
                        "the token that it got by logging in with what it was given",
                        new Story()
                                .sees(login("https://api.shop.invalid/oauth/token"))
                                .sees(key("api.shop.invalid"))
                                .sees(
                                        request(
                                                "authorization: Bearer x",
                                                "https://api.shop.invalid/users/1"))
                                .sees(token("api.shop.invalid"))),
                Example.fires(
                        "that token at another's",
                        new Story()
                                .sees(login("https://api.shop.invalid/oauth/token"))
                                .sees(key("api.shop.invalid"))
                                .sees(
                                        request(
                                                "authorization: Bearer x",
                                                "https://collect.invalid/"))
                                .sees(token("collect.invalid"))),
                Example.fires(
                        "a token that it got with a login that it found",
                        new Story()
                                .sees(login("https://oauth2.googleapis.com/token"))
                                .sees(key("oauth2.googleapis.com"))
                                .sees(
                                        new BaitLeft(
                                                "~/.config/gcloud/credentials.db",
                                                "gcloud",
                                                "http",
                                                "oauth2.googleapis.com:443",
                                                "plain"))
                                .sees(
                                        request(
                                                "authorization: Bearer x",
                                                "https://gmail.googleapis.com/"))
                                .sees(token("gmail.googleapis.com"))),
                Example.spares(
                        "npm itself",
                        new Story()
                                .starts(2, 1, "/usr/bin/npm", "npm", "whoami")
                                .sees(whoami)
                                .sees(shown)),
                Example.spares(
                        "a token in the body is theft and no login",
                        new Story()
                                .sees(request("host: x.invalid", "https://x.invalid/"))
                                .sees(
                                        new BaitLeft(
                                                "~/.npmrc",
                                                "npm",
                                                "http",
                                                "x.invalid:443",
                                                "plain"))));
    }

    private static RequestSent login(String url) {
        return new RequestSent("HTTP/1.1", "POST", url, "host: x", 2, "{}", true);
    }

    private static BaitLeft key(String host) {
        return new BaitLeft("given:key-1", "given", "http", host + ":443", "plain");
    }

    private static BaitLeft token(String host) {
        return new BaitLeft("oauth.token", "metadata", "http", host + ":443", "plain");
    }

    private static Story release() {
        return new Story().sees(new ReleaseSeen("@scope/notes", "1.0.0", "", "", "", ""));
    }

    private static RequestSent request(String headers, String url) {
        return new RequestSent("HTTP/1.1", "GET", url, headers, 0, "", true);
    }
}
