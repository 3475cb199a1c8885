package io.mcpsf.judge.poison;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/** The words that a model is shown of a schema or an answer, without the grammar around them. */
public final class ModelText {

    private static final int MAX_STRINGS = 2_000;
    private static final int MAX_LENGTH = 64 << 10;
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
            String words = EmbeddedJson.words(hostile);
            return words.equals(hostile) ? HiddenText.unescaped(hostile) : opened(words);
        }
    }

    /** A name as the words that it is made of. */
    public static String ofName(String hostile) {
        return JOINT.matcher(hostile).replaceAll(" ");
    }

    /** A string that holds JSON again, with words before it or without. */
    private static String opened(String hostile) {
        return hostile.indexOf('{') < 0 ? hostile : EmbeddedJson.words(hostile);
    }

    private static String walk(JsonNode root) {
        var words = new StringBuilder();
        Deque<JsonNode> open = new ArrayDeque<>();
        open.add(root);
        for (int i = 0; i < MAX_STRINGS && !open.isEmpty() && words.length() < MAX_LENGTH; i++) {
            JsonNode node = open.poll();
            if (node.isString()) {
                words.append(opened(node.asString())).append("\n\n");
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
