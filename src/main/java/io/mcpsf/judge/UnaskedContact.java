package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.Greeted;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.model.SocketObservation.DnsAsked;

import java.util.List;

/** The server contacts places that no call named. */
final class UnaskedContact implements Rule {

    private static final About ABOUT =
            About.malice("unasked-contact", Family.NETWORK, Severity.LOW, Confidence.WEAK)
                    .needs(Sense.SOCKETS)
                    .attack("T1071.001")
                    .cwe("CWE-359")
                    .owaspMcp("MCP08")
                    .says(
                            "Contacts hosts it was not asked to",
                            "Hosts that no tool argument mentioned, contacted outside of any tool"
                                + " call: updates or telemetry. Hosts that a tool contacts while it"
                                + " works are information, unless the server names them. Known"
                                + " telemetry hosts get a finding of their own that says whether"
                                + " the server documents it. Good to know, not an alert.",
                            "Allow only the destinations you expect.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        var claims = new Claims(info(), trail);
        for (Seen seen : Exits.unasked(trail)) {
            if (Telemetry.is(trail, seen)) {
                telemetry(trail, claims, seen, Exits.destination(seen));
                continue;
            }
            if (seen.what() instanceof DnsAsked asked && asked.type().equals("PTR")) {
                continue; // Names of addresses it knows already, as ping and ssh ask for them.
            }
            if (seen.at().phase() == Phase.CALL && seen.at().call() != 0) {
                service(trail, claims, seen);
                continue;
            }
            claims.add(
                    "", "Tried to reach %s.".formatted(Message.cut(Exits.destination(seen))), seen);
        }
        for (Seen seen : Exits.unaskedMessages(trail)) {
            if (seen.what() instanceof RequestSent request && Telemetry.is(trail, seen)) {
                telemetry(trail, claims, seen, request.method() + " " + request.url());
            }
        }
        return claims.findings();
    }

    /** What a tool calls while it works is the service that it is made for: nothing unasked. */
    private static void service(Trail trail, Claims claims, Seen seen) {
        String place = Hosts.of(Exits.destination(seen));
        String host = trail.name(place).isEmpty() ? place : trail.name(place);
        if (!Strangers.named(trail, host)) {
            claims.add(
                    "service",
                    "Its tools use %s, which the server mentions nowhere."
                            .formatted(Message.cut(host)),
                    Severity.INFO,
                    Confidence.LIKELY,
                    List.of(seen));
        }
    }

    private static void telemetry(Trail trail, Claims claims, Seen seen, String where) {
        claims.add(
                "telemetry",
                "Sends telemetry, which it %s: %s."
                        .formatted(
                                Telemetry.disclosed(trail) ? "mentions" : "does not mention",
                                Message.cut(where)),
                Severity.LOW,
                Confidence.LIKELY,
                List.of(seen));
    }

    @Override
    public List<Example> examples() {
        return List.of(
                Example.fires(
                        "telemetry",
                        new Story().sees(new DnsAsked("telemetry.invalid", "A", "10.0.0.1"))),
                Example.spares(
                        "the call named the host",
                        new Story()
                                .calls(1, "fetch", "{\"url\":\"https://site.invalid/\"}")
                                .sees(new DnsAsked("site.invalid", "A", "10.0.0.1"))
                                .sees(new Connected("tcp", "192.0.2.8", 443))),
                Example.spares(
                        "the service that it is made for, during a call",
                        new Story()
                                .sees(new Greeted("2025-06-18", "notion", "1", ""))
                                .calls(1, "search", "{\"query\":\"plans\"}")
                                .sees(new DnsAsked("api.notion.com", "A", "10.0.0.1"))),
                Example.spares(
                        "the name of an address",
                        new Story()
                                .sees(new DnsAsked("8.2.0.192.in-addr.arpa", "PTR", "10.0.0.1"))),
                Example.spares(
                        "itself", new Story().sees(new Connected("tcp", "127.0.0.1", 5432))));
    }
}
