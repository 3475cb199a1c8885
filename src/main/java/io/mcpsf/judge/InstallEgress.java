package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.NetworkObservation.PacketSent;
import io.mcpsf.model.NetworkObservation.RequestForwarded;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.model.SocketObservation.DnsAsked;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** While it was installed, something else than a package registry was contacted. */
final class InstallEgress implements Rule {

    /** Where packages lie that the user's own configuration may not name. */
    private static final Set<String> REGISTRIES =
            Set.of(
                    "registry.npmjs.org",
                    "registry.yarnpkg.com",
                    "npm.jsr.io",
                    "pypi.org",
                    "files.pythonhosted.org");

    /** Where packages fetch the parts that are built for the machine. */
    private static final Set<String> PARTS =
            Set.of(
                    "github.com",
                    "githubusercontent.com",
                    "nodejs.org",
                    "playwright.dev",
                    "playwright.azureedge.net",
                    "prisma.sh",
                    "cypress.io",
                    "sentry-cdn.com",
                    "nuget.org",
                    "mongodb.org",
                    "electronjs.org",
                    "huggingface.co",
                    "gvt1.com",
                    "googlechromelabs.github.io",
                    "storage.googleapis.com",
                    "npmmirror.com");

    private static final About ABOUT =
            About.malice("install-egress", Family.NETWORK, Severity.HIGH, Confidence.LIKELY)
                    .needs(Sense.NETWORK)
                    .attack("T1195.002", "T1071.001")
                    .cwe("CWE-506")
                    .owaspMcp("MCP04")
                    .says(
                            "Contacts the network during installation",
                            "An installation needs the package registry and nothing else; one"
                                    + " package in thousands contacts more. A plain download is a"
                                    + " MEDIUM finding; the usual hosts of prebuilt binaries, and"
                                    + " telemetry, are LOW.",
                            "Install it with scripts disabled (npm install --ignore-scripts), or"
                                    + " not at all.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        Set<String> registries = new HashSet<>(REGISTRIES);
        trail.all(RequestForwarded.class).forEach(f -> registries.add(Hosts.of(f.what().url())));
        var exits = new ArrayList<Seen>(Exits.all(trail));
        exits.addAll(trail.seen(RequestSent.class));
        exits.sort(Comparator.comparingLong(Seen::seq));
        Set<String> givers = givers(trail);
        var claims = new Claims(info(), trail);
        for (Seen seen : exits) {
            if (seen.at().phase() != Phase.INSTALL) {
                continue;
            }
            String host = Hosts.of(Exits.destination(seen));
            String name = trail.name(host).isEmpty() ? host : trail.name(host);
            if (registries.contains(name)) {
                continue;
            }
            Kind kind = kind(trail, name, seen, givers);
            claims.add(
                    kind.word,
                    "Contacted %s during installation.".formatted(Message.cut(name)),
                    kind.severity,
                    Confidence.LIKELY,
                    List.of(seen));
        }
        return claims.findings();
    }

    /** What a contact is: where prebuilt parts and telemetry live, a download, or a gift. */
    private enum Kind {
        PARTS("parts", Severity.LOW),
        FETCHED("fetched", Severity.MEDIUM),
        GAVE("", Severity.HIGH);

        private final String word;
        private final Severity severity;

        Kind(String word, Severity severity) {
            this.word = word;
            this.severity = severity;
        }
    }

    private static Kind kind(Trail trail, String name, Seen seen, Set<String> givers) {
        if (Telemetry.is(trail, seen)
                || PARTS.stream().anyMatch(part -> Hosts.within(name, part))) {
            return Kind.PARTS;
        }
        return givers.contains(name) ? Kind.GAVE : Kind.FETCHED;
    }

    /** Hosts that were sent something: more than the question for a file. */
    private static Set<String> givers(Trail trail) {
        Set<String> givers = new HashSet<>();
        for (Seen seen : trail.seen(RequestSent.class)) {
            var request = (RequestSent) seen.what();
            boolean reading = request.method().equals("GET") || request.method().equals("HEAD");
            if (!reading || request.bodyBytes() > 0) {
                givers.add(Hosts.of(request.url()));
            }
        }
        for (Seen seen : trail.seen(PacketSent.class)) {
            String host = Hosts.of(Exits.destination(seen));
            givers.add(trail.name(host).isEmpty() ? host : trail.name(host));
        }
        return givers;
    }

    @Override
    public List<Example> examples() {
        var forwarded = new RequestForwarded("GET", "https://npm.work.example/x", 200, 9);
        return List.of(
                Example.fires(
                        "a name that is no registry",
                        new Story()
                                .in(Phase.INSTALL)
                                .sees(new DnsAsked("drop.invalid", "A", "100.64.0.1"))),
                Example.fires(
                        "an address",
                        new Story()
                                .in(Phase.INSTALL)
                                .sees(new Connected("tcp", "203.0.113.7", 443))),
                Example.spares(
                        "the public registry and the user's own",
                        new Story()
                                .in(Phase.INSTALL)
                                .sees(new DnsAsked("registry.npmjs.org", "A", "100.64.0.1"))
                                .sees(new DnsAsked("npm.work.example", "A", "100.64.0.1"))
                                .sees(forwarded)),
                Example.spares(
                        "later",
                        new Story().sees(new DnsAsked("drop.invalid", "A", "100.64.0.1"))));
    }
}
