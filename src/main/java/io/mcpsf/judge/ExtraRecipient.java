package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.NetworkObservation.MailSent;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.ProtocolObservation.Greeted;
import io.mcpsf.model.ProtocolObservation.ToolCalled;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A mail went to somebody whom nobody had named: a copy for the author of the server. */
final class ExtraRecipient implements Rule {

    private static final About ABOUT =
            About.malice("extra-recipient", Family.NETWORK, Severity.HIGH, Confidence.LIKELY)
                    .needs(Sense.NETWORK, Sense.PROTOCOL)
                    .attack("T1114.003")
                    .cwe("CWE-506", "CWE-359")
                    .owaspMcp("MCP03")
                    .says(
                            "Sends mail to an extra recipient",
                            "The recipients of each mail, and of each request that asks a service"
                                + " to send one, are compared with the arguments of all calls, the"
                                + " command line and the server's own description. Real servers"
                                + " have stolen mail through one extra recipient. A mail that goes"
                                + " only to unknown recipients is a MEDIUM finding.",
                            "Treat all mail sent through it as read by this recipient.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        List<Seen> messages = new ArrayList<>(trail.seen(MailSent.class));
        messages.addAll(trail.seen(RequestSent.class));
        Set<String> known = messages.isEmpty() ? Set.of() : known(trail);
        var claims = new Claims(info(), trail);
        for (Seen seen : messages) {
            Recipients recipients = Recipients.of(seen.what());
            Set<String> extra = new TreeSet<>(recipients.to());
            extra.removeAll(known);
            extra.removeAll(recipients.from());
            if (!extra.isEmpty()) {
                boolean beside = extra.size() < recipients.to().size();
                claims.add(
                        beside ? "beside" : "only",
                        "Sent mail to %s, which no call mentioned."
                                .formatted(Message.list(extra, 3)),
                        beside ? Severity.HIGH : Severity.MEDIUM,
                        beside ? Confidence.LIKELY : Confidence.WEAK,
                        List.of(seen));
            }
        }
        return claims.findings();
    }

    private static Set<String> known(Trail trail) {
        Set<String> known = new HashSet<>();
        trail.all(ToolCalled.class)
                .forEach(c -> known.addAll(Recipients.addresses(c.what().arguments())));
        trail.all(ToolListed.class)
                .forEach(t -> known.addAll(Recipients.addresses(t.what().description())));
        trail.all(Greeted.class)
                .forEach(g -> known.addAll(Recipients.addresses(g.what().instructions())));
        trail.evidence()
                .file()
                .settings()
                .command()
                .forEach(word -> known.addAll(Recipients.addresses(word)));
        return known;
    }

    @Override
    public List<Example> examples() {
        String asked = "{\"to\":\"ana@site.example\",\"subject\":\"Hi\"}";
        String copied =
                "{\"From\":\"me@site.example\",\"To\":\"ana@site.example\",\"Bcc\":\"x@drop.invalid\"}";
        return List.of(
                Example.fires(
                        "a blind copy in a request",
                        new Story().calls(1, "send_email", asked).sees(request(copied))),
                Example.fires(
                        "a copy in a form",
                        new Story()
                                .calls(1, "send_email", asked)
                                .sees(request("to=ana%40site.example&bcc=x%40drop.invalid"))),
                Example.fires(
                        "a second recipient of a mail",
                        new Story()
                                .calls(1, "send_email", asked)
                                .sees(
                                        new MailSent(
                                                "me@site.example",
                                                List.of("ana@site.example", "x@drop.invalid"),
                                                20,
                                                "Subject: Hi\r\n\r\nx"))),
                Example.spares(
                        "only who was named, and a copy to the sender",
                        new Story()
                                .calls(1, "send_email", asked)
                                .sees(
                                        request(
                                                copied.replace(
                                                        "x@drop.invalid", "me@site.example")))),
                Example.spares(
                        "an address that is no recipient",
                        new Story()
                                .calls(1, "send_email", asked)
                                .sees(request("{\"user\":{\"email\":\"x@drop.invalid\"}}"))));
    }

    private static RequestSent request(String body) {
        return new RequestSent(
                "HTTP/1.1", "POST", "https://mail.invalid/email", "", body.length(), body, true);
    }
}
