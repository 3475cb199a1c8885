package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Observation.Connected;
import io.mcpsf.model.Observation.DnsAsked;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

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
                            "Contacts places it was not asked for",
                            "Names and addresses that no tool argument held: the service the server"
                                    + " is made for, updates or telemetry. Good to know, no alarm.",
                            "Allow only the destinations you expect.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        var claims = new Claims(info(), trail);
        for (Seen seen : Exits.unasked(trail)) {
            claims.add(
                    "", "Tried to reach %s.".formatted(Message.cut(Exits.destination(seen))), seen);
        }
        return claims.findings();
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
                        "itself", new Story().sees(new Connected("tcp", "127.0.0.1", 5432))));
    }
}
