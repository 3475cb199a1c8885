package io.mcpsf.interrogate.llm;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;

/** Reads arguments out of a model's answer, which may be anything. */
final class Ideas {

    static final int MOST = 8;
    private static final int MAX_ANSWER = 64 << 10;
    private static final int MAX_ARGUMENTS = 8 << 10;

    private Ideas() {}

    /** The objects of the first JSON array in the text, or of its member "arguments". */
    static List<ObjectNode> in(String hostile) {
        String text = hostile.length() > MAX_ANSWER ? hostile.substring(0, MAX_ANSWER) : hostile;
        int open = first(text, '[');
        int brace = first(text, '{');
        int start = Math.min(open, brace);
        int end = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}'));
        if (start >= text.length() || end <= start) {
            return List.of();
        }
        try {
            JsonNode root = Json.read(text.substring(start, end + 1));
            JsonNode list = root.isArray() ? root : root.path("arguments");
            var ideas = new ArrayList<ObjectNode>();
            for (JsonNode idea : list) {
                if (ideas.size() < MOST
                        && idea instanceof ObjectNode arguments
                        && Json.text(arguments).length() <= MAX_ARGUMENTS) {
                    ideas.add(arguments);
                }
            }
            return ideas;
        } catch (BadJsonException _) {
            return List.of();
        }
    }

    private static int first(String text, char c) {
        int at = text.indexOf(c);
        return at < 0 ? text.length() : at;
    }
}
