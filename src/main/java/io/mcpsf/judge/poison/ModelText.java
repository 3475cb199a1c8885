package io.mcpsf.judge.poison;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/** The words that a model is shown of a schema or an answer, without the grammar around them. */
public final class ModelText {

    private static final int MAX_STRINGS = 2_000;
    private static final int MAX_LENGTH = 64 << 10;
    private static final int MAX_NESTED = 50;
    private static final Pattern JOINT =
            Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Za-z0-9])[_-](?=[A-Za-z0-9])");

    private ModelText() {}

    /** All texts in this JSON and the names of its members, a paragraph each. */
    public static String inJson(String hostile) {
        if (hostile.isEmpty()) {
            return "";
        }
        try {
            return walk(JsonMapper.shared().readTree(hostile));
        } catch (JacksonException _) {
            // Cut off by a cap.
            return HiddenText.unescaped(hostile).replace("\\n", "\n").replace("\\\"", "\"");
        }
    }

    /** Many tools answer with JSON as a text. */
    private static boolean looksLikeJson(String hostile) {
        String text = hostile.strip();
        return (text.startsWith("{\"") && text.endsWith("}"))
                || (text.startsWith("[{") && text.endsWith("]"));
    }

    private static JsonNode parsed(String hostile) {
        try {
            return JsonMapper.shared().readTree(hostile);
        } catch (JacksonException _) {
            return MissingNode.getInstance();
        }
    }

    /** A name as the words that it is made of. */
    public static String ofName(String hostile) {
        return JOINT.matcher(hostile).replaceAll(" ");
    }

    private static String walk(JsonNode root) {
        var words = new StringBuilder();
        Deque<JsonNode> open = new ArrayDeque<>();
        open.add(root);
        int nested = 0;
        for (int i = 0; i < MAX_STRINGS && !open.isEmpty() && words.length() < MAX_LENGTH; i++) {
            JsonNode node = open.poll();
            if (node.isString()) {
                boolean tried = nested < MAX_NESTED && looksLikeJson(node.asString());
                nested += tried ? 1 : 0;
                JsonNode inside = tried ? parsed(node.asString()) : MissingNode.getInstance();
                if (inside.isMissingNode()) {
                    words.append(node.asString()).append("\n\n");
                } else {
                    open.add(inside);
                }
            }
            for (String name : node.propertyNames()) {
                // Only names that could be sentences; the usual ones are looked at by other rules.
                if (name.length() > 20) {
                    words.append(ofName(name)).append("\n\n");
                }
            }
            node.forEach(open::add);
        }
        return words.toString();
    }
}
