package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.DnsAsked;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Many domains that look drawn by lot: a program that looks for one its master has registered. */
final class GeneratedNames implements Rule {

    private static final int MANY = 10;

    private static final About ABOUT =
            About.malice("generated-names", Family.NETWORK, Severity.MEDIUM, Confidence.LIKELY)
                    .needs(Sense.SOCKETS)
                    .attack("T1568.002")
                    .cwe("CWE-506")
                    .owaspMcp("MCP05")
                    .says(
                            "DGA: looks up generated domain names",
                            "Ten different random-looking domains were looked up. Malware generates"
                                + " names from the date so that it finds its command server even"
                                + " after a domain was taken down.",
                            "Check the names; if they make no sense to you, remove the server.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        Set<String> domains = new HashSet<>();
        var questions = new ArrayList<Seen>();
        for (Seen seen : Exits.unasked(trail)) {
            if (seen.what() instanceof DnsAsked asked) {
                String[] labels = asked.name().toLowerCase(Locale.ROOT).split("\\.");
                String own = labels.length < 2 ? "" : labels[labels.length - 2];
                if (Gibberish.is(own) && domains.add(own)) {
                    questions.add(seen);
                }
            }
        }
        var claims = new Claims(info(), trail);
        if (domains.size() >= MANY) {
            claims.add(
                    "",
                    "Looked up %d random-looking domains, such as %s."
                            .formatted(
                                    domains.size(),
                                    Message.cut(Exits.destination(questions.getFirst()))),
                    questions);
        }
        return claims.findings();
    }

    @Override
    public List<Example> examples() {
        var made = new Story();
        var words = new Story();
        var below = new Story();
        String[] names = {
            "weather", "calendar", "notebook", "translate", "location",
            "currency", "headlines", "recipes", "timetable", "dictionary"
        };
        for (int i = 0; i < MANY; i++) {
            String lot = "qxzvbk" + i + "w" + (i * 7) + "tr";
            made.sees(new DnsAsked(lot + ".invalid", "A", "100.64.0.1"));
            below.sees(new DnsAsked(lot + ".cdn.invalid", "A", "100.64.0.1"));
            words.sees(new DnsAsked(names[i] + ".invalid", "A", "100.64.0.1"));
        }
        return List.of(
                Example.fires("ten names by lot", made),
                Example.spares("ten words", words),
                Example.spares("below one domain, which another rule judges", below));
    }
}
