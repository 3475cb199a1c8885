package io.mcpsf.judge;

import io.mcpsf.judge.poison.HiddenText;
import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.ContentRead;
import io.mcpsf.model.ProtocolObservation.Greeted;
import io.mcpsf.model.ProtocolObservation.PromptListed;
import io.mcpsf.model.ProtocolObservation.ResourceListed;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Names, descriptions, schemas or instructions hold characters that a person doesn't see. */
final class HiddenCharacters implements Rule {

    /** One or two zero-width characters come along with text copied from web pages. */
    private static final int ZERO_WIDTH = 3;

    private static final About ABOUT =
            About.malice("hidden-characters", Family.MCP, Severity.HIGH, Confidence.LIKELY)
                    .needs(Sense.PROTOCOL)
                    .attack("T1027")
                    .cwe("CWE-116", "CWE-451")
                    .owaspMcp("MCP03", "MCP06")
                    .says(
                            "Hides text in its tool descriptions",
                            "A person reads and approves a tool description, and a model follows"
                                + " it. Invisible TAG characters, direction controls, escape"
                                + " sequences and runs of zero-width characters make the two read"
                                + " different text. Emoji and scripts that need joiners are not"
                                + " counted; a stray zero-width or private-use character is a LOW"
                                + " finding.",
                            "Read the decoded text in the finding; do not give these descriptions"
                                    + " to a model.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        var claims = new Claims(info(), trail);
        Stream.of(
                        Greeted.class,
                        ToolListed.class,
                        PromptListed.class,
                        ResourceListed.class,
                        ContentRead.class)
                .flatMap(kind -> trail.seen(kind).stream())
                .forEach(seen -> look(claims, seen));
        return claims.findings();
    }

    private static void look(Claims claims, Seen seen) {
        texts(seen.what())
                .forEach(
                        (place, text) -> {
                            HiddenText hidden = HiddenText.in(text);
                            if (hidden.any()) {
                                boolean strong = strong(hidden);
                                claims.add(
                                        strong ? "strong" : "stray",
                                        "The %s contains %s.".formatted(place, hidden.words()),
                                        strong ? Severity.HIGH : Severity.LOW,
                                        strong ? Confidence.LIKELY : Confidence.WEAK,
                                        List.of(seen));
                            }
                        });
    }

    private static boolean strong(HiddenText hidden) {
        return hidden.count(HiddenText.Kind.TAGS) > 0
                || hidden.count(HiddenText.Kind.BIDI) > 0
                || hidden.count(HiddenText.Kind.ESCAPES) > 0
                || hidden.count(HiddenText.Kind.SELECTORS) > 1
                || hidden.count(HiddenText.Kind.ZERO_WIDTH) >= ZERO_WIDTH;
    }

    private static Map<String, String> texts(Observation what) {
        var texts = new LinkedHashMap<String, String>();
        switch (what) {
            case Greeted greeted -> {
                texts.put("server's name", greeted.name() + greeted.version());
                texts.put("server's instructions", greeted.instructions());
            }
            case ToolListed tool -> {
                String name = visible(tool.name());
                texts.put("name of the tool " + name, tool.name());
                texts.put("description of the tool " + name, tool.description());
                texts.put("schema of the tool " + name, HiddenText.unescaped(tool.schema()));
                texts.put(
                        "annotations of the tool " + name,
                        HiddenText.unescaped(tool.annotations()));
            }
            case ContentRead content when PoisonedText.listed(content) ->
                    texts.put(
                            content.kind() + " " + visible(content.name()),
                            HiddenText.unescaped(content.text()));
            case PromptListed prompt ->
                    texts.put(
                            "prompt " + visible(prompt.name()),
                            prompt.name() + prompt.description());
            case ResourceListed resource ->
                    texts.put(
                            "resource " + visible(resource.name()),
                            resource.uri() + resource.name() + resource.description());
            default -> {}
        }
        return texts;
    }

    private static String visible(String hostile) {
        return Message.cut(hostile.replaceAll("[^\\p{L}\\p{N}\\p{P}\\p{S} ]", "?"), 60);
    }

    @Override
    public List<Example> examples() {
        String tags = "Adds\udb40\udc52\udb40\udc75\udb40\udc6e";
        return List.of(
                Example.fires("TAG characters", said(tags)),
                Example.fires("a direction override", said("Adds \u202eevil\u202c numbers")),
                Example.fires("an escape sequence", said("Adds \u001b[2J numbers")),
                Example.fires(
                        "an escape in a schema",
                        new Story()
                                .in(Phase.LIST)
                                .sees(
                                        new ToolListed(
                                                1, "a", "A", "{\"title\":\"\\u001b[8m\"}", "{}"))),
                Example.spares(
                        "an emoji family and a heart",
                        said("\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67 \u2764\ufe0f")),
                Example.spares(
                        "Persian with its joiner",
                        said("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645")),
                Example.spares(
                        "the flag of Scotland",
                        said(
                                "\ud83c\udff4\udb40\udc67\udb40\udc62\udb40\udc73\udb40\udc63\udb40\udc74\udb40\udc7f")),
                Example.spares("lines and tabs", said("Adds\n\tnumbers\r\n")));
    }

    private static Story said(String description) {
        return new Story().in(Phase.LIST).sees(new ToolListed(1, "add", description, "{}", "{}"));
    }
}
