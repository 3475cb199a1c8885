package io.mcpsf.interrogate;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A text of the server that a client would show to its model, and what it is called. */
public record ShownText(String subject, String hostile) {

    private static final int MAX_TEXT = 4_000;
    private static final int MOST = 200;

    public ShownText {
        subject = InterrogationLimits.cut(subject, InterrogationLimits.NAME);
        hostile = InterrogationLimits.cut(hostile, MAX_TEXT);
    }

    /** The instructions and every tool with its description and schema. */
    static List<ShownText> of(
            String instructions, Map<String, String> words, Map<String, JsonNode> schemas) {
        var texts = new ArrayList<ShownText>();
        if (!instructions.isBlank()) {
            texts.add(new ShownText("the server's instructions", instructions));
        }
        for (var tool : schemas.entrySet()) {
            String name = tool.getKey();
            String schema = Json.text(tool.getValue());
            if (texts.size() < MOST) {
                texts.add(
                        new ShownText(
                                "the tool " + name,
                                name + "\n" + words.getOrDefault(name, "") + "\n" + schema));
            }
        }
        return texts;
    }
}
