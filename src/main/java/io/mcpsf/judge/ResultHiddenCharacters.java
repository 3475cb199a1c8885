package io.mcpsf.judge;

import io.mcpsf.judge.poison.HiddenText;
import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.ProtocolObservation.Answer;
import io.mcpsf.model.ProtocolObservation.ToolAnswered;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.List;

/** An answer holds characters that a person doesn't see. */
final class ResultHiddenCharacters implements Rule {

    /** Pages and documents hold some; a hidden sentence needs more. */
    private static final int ZERO_WIDTH = 8;

    private static final int SELECTORS = 4;

    /** One character in so many that is no character: half of the bytes of an archive are none. */
    private static final int SHARE_OF_BINARY = 8;

    private static final About ABOUT =
            About.malice("result-hidden-characters", Family.MCP, Severity.MEDIUM, Confidence.WEAK)
                    .needs(Sense.PROTOCOL)
                    .attack("T1027")
                    .cwe("CWE-116")
                    .owaspMcp("MCP06")
                    .says(
                            "Returns hidden characters",
                            "An answer with invisible TAG characters, direction overrides or"
                                + " terminal escape sequences looks different to a person than to a"
                                + " model. Colours and the few zero-width characters of honest"
                                + " documents are not counted. Binary data printed as text is not"
                                + " read. Weak, because a tool may pass on text that somebody else"
                                + " wrote.",
                            "Check the answer in the evidence before a model reads it.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        var claims = new Claims(info(), trail);
        for (Seen seen : trail.seen(ToolAnswered.class)) {
            if (seen.what() instanceof ToolAnswered answered) {
                String text = HiddenText.colourless(HiddenText.unescaped(answered.text()));
                HiddenText hidden = HiddenText.in(text);
                if (counts(hidden) && !binary(text)) {
                    claims.add(
                            answered.tool(),
                            "An answer of the tool %s contains %s."
                                    .formatted(Message.cut(answered.tool()), hidden.words()),
                            seen);
                }
            }
        }
        return claims.findings();
    }

    private static boolean counts(HiddenText hidden) {
        return hidden.count(HiddenText.Kind.TAGS) > 0
                || hidden.count(HiddenText.Kind.BIDI) > 1
                || hidden.count(HiddenText.Kind.ESCAPES) > 0
                || hidden.count(HiddenText.Kind.SELECTORS) >= SELECTORS
                || hidden.count(HiddenText.Kind.ZERO_WIDTH) >= ZERO_WIDTH;
    }

    /** The bytes of a picture or an archive, printed as text, hold everything by chance. */
    private static boolean binary(String text) {
        long broken = text.chars().filter(c -> c == '\ufffd' || c == 0).count();
        return broken * SHARE_OF_BINARY > text.length();
    }

    @Override
    public List<Example> examples() {
        return List.of(
                Example.fires("a terminal is cleared", answered("{\"text\":\"\\u001b[2J\"}")),
                Example.fires(
                        "TAG characters", answered("{\"text\":\"\udb40\udc52\udb40\udc75\"}")),
                Example.spares(
                        "colours of a program",
                        answered("{\"text\":\"\\u001b[31mred\\u001b[0m\"}")),
                Example.spares(
                        "an archive printed as text",
                        answered("{\"text\":\"PK\ufffd\ufffd\u001b[2J\ufffd\ufffd\"}")),
                Example.spares("one zero-width space", answered("{\"text\":\"a\u200bb\"}")));
    }

    private static Story answered(String text) {
        return new Story()
                .calls(1, "show", "{}")
                .sees(new ToolAnswered(1, "show", Answer.RESULT, 1, text.length(), text));
    }
}
