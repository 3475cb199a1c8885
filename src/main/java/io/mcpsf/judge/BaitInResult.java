package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Evidence.Sighting;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.Finding;
import io.mcpsf.model.ProtocolObservation.Greeted;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.BaitLeft;

import java.util.List;
import java.util.regex.Pattern;

/** The content of a decoy stood in an answer to a call that had not asked for it. */
final class BaitInResult implements Rule {

    private static final String ENVIRONMENT = "environment";
    private static final Pattern SAYS_ENVIRONMENT =
            Pattern.compile("\\benv(ironment)?\\b|printenv", Pattern.CASE_INSENSITIVE);

    private static final About ABOUT =
            About.malice("bait-in-result", Family.CREDENTIALS, Severity.HIGH, Confidence.PROVEN)
                    .needs(Sense.PROTOCOL)
                    .attack("T1552.001", "T1213")
                    .cwe("CWE-200")
                    .owaspMcp("MCP01", "MCP10")
                    .says(
                            "Returns a credential in a tool's answer",
                            "A tool's answer goes to the model and from there anywhere. The content"
                                + " of a decoy file in the answer to a call that did not ask for"
                                + " the file proves theft through the model. An environment"
                                + " variable in an answer is likely theft, and a LOW finding when"
                                + " the tool openly says that it shows the environment, or when the"
                                + " server is made for the service whose login it is.",
                            "Do not connect it to a model. Rotate the credentials it could read.");

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
                    && left.where().equals("result")
                    && !Baits.given(left)
                    && !granted.own(seen, left)
                    && !Baits.askedFor(trail, left.bait(), seen)) {
                boolean environment = left.kind().equals(ENVIRONMENT);
                boolean said =
                        (environment && saysEnvironment(trail, trail.tool(seen.at())))
                                || Baits.declared(trail, left.kind());
                claims.add(
                        left.kind(),
                        "An answer contained the decoy %s (%s, %s)."
                                .formatted(
                                        Message.cut(left.bait()),
                                        Message.cut(left.kind()),
                                        Message.cut(left.encoding())),
                        said ? Severity.LOW : Severity.HIGH,
                        environment ? Confidence.LIKELY : Confidence.PROVEN,
                        List.of(seen));
            }
        }
        return claims.findings();
    }

    private static boolean saysEnvironment(Trail trail, String tool) {
        return trail.all(ToolListed.class).stream()
                .map(Sighting::what)
                .filter(listed -> listed.name().equals(tool))
                .map(listed -> Message.cut(listed.name() + " " + listed.description(), 2_000))
                .anyMatch(text -> SAYS_ENVIRONMENT.matcher(text.replace('_', ' ')).find());
    }

    @Override
    public List<Example> examples() {
        var answer = new BaitLeft("git-credentials", "git", "result", "", "plain");
        var read =
                new BaitTouched("git-credentials", "git", "/home/ana/.git-credentials", Touch.READ);
        return List.of(
                Example.fires(
                        "asked for the weather",
                        new Story()
                                .calls(1, "weather", "{\"city\":\"Bern\"}")
                                .sees(read)
                                .sees(answer)),
                Example.fires(
                        "a variable of the environment",
                        new Story()
                                .calls(1, "weather", "{\"city\":\"Bern\"}")
                                .sees(
                                        new BaitLeft(
                                                "GITHUB_TOKEN", ENVIRONMENT, "result", "", "hex"))),
                Example.fires(
                        "a login token by a server for another service",
                        new Story()
                                .sees(new Greeted("2025-06-18", "weather", "1", ""))
                                .calls(1, "whoami", "{}")
                                .sees(new BaitLeft("aws", "aws", "result", "", "plain"))),
                Example.spares(
                        "asked for this very file",
                        new Story()
                                .calls(1, "read", "{\"path\":\"/home/ana/.git-credentials\"}")
                                .sees(read)
                                .sees(answer)));
    }
}
