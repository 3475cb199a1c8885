package io.mcpsf.inspect.start;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.util.Optional;

/** JSON as people write it into a README: with comments and a comma too many. */
final class LooseJson {

    private static final int LONGEST = 1 << 16;

    private LooseJson() {}

    /** The object in a text, strictly read first, or nothing. */
    static Optional<JsonNode> read(String hostile) {
        if (hostile.length() > LONGEST) {
            return Optional.empty();
        }
        String plain = cleaned(hostile).strip();
        return attempt(plain).or(() -> attempt("{" + plain + "}"));
    }

    private static Optional<JsonNode> attempt(String text) {
        try {
            JsonNode node = Json.read(text);
            return node.isObject() ? Optional.of(node) : Optional.empty();
        } catch (BadJsonException e) {
            return Optional.empty();
        }
    }

    /** Without comments, and without a comma before a closing bracket or at the end. */
    private static String cleaned(String text) {
        var kept = new StringBuilder(text.length());
        boolean inString = false;
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (inString) {
                kept.append(c);
                if (c == '\\' && at + 1 < text.length()) {
                    kept.append(text.charAt(++at));
                } else if (c == '"') {
                    inString = false;
                }
            } else if (text.startsWith("//", at)) {
                at = before(text, "\n", at);
            } else if (text.startsWith("/*", at)) {
                at = before(text, "*/", at) + 2;
            } else {
                if (c == '}' || c == ']') {
                    dropComma(kept);
                }
                inString = c == '"';
                kept.append(c);
            }
        }
        dropComma(kept);
        return kept.toString();
    }

    private static int before(String text, String mark, int from) {
        int found = text.indexOf(mark, from);
        return (found < 0 ? text.length() : found) - 1;
    }

    private static void dropComma(StringBuilder kept) {
        int last = kept.length() - 1;
        while (last >= 0 && Character.isWhitespace(kept.charAt(last))) {
            last--;
        }
        if (last >= 0 && kept.charAt(last) == ',') {
            kept.setLength(last);
        }
    }
}
