package io.mcpsf.interrogate;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/** The JSON that a description shows, for parameters that take JSON in a text. */
final class JsonExamples {

    private static final int MOST = 3;
    private static final int LONGEST = 2_000;

    /** Brackets that are looked at: a hostile description has nothing else. */
    private static final int MOST_STARTS = 20;

    private JsonExamples() {}

    /** Objects and lists with something in them, in the order in which they are shown. */
    static List<String> in(String hostileDescription) {
        String text = InterrogationLimits.cut(hostileDescription, InterrogationLimits.CONTENT);
        var found = new ArrayList<String>();
        int at = 0;
        int starts = 0;
        while (at < text.length() && found.size() < MOST && starts < MOST_STARTS) {
            boolean bracket = text.charAt(at) == '{' || text.charAt(at) == '[';
            starts += bracket ? 1 : 0;
            int end = bracket ? end(text, at) : -1;
            if (end > 0 && isJson(text.substring(at, end))) {
                found.add(text.substring(at, end));
                at = end;
            } else {
                at++;
            }
        }
        return List.copyOf(found);
    }

    /** Behind the bracket that closes the one at the start; -1 when none does. */
    private static int end(String text, int start) {
        int depth = 0;
        boolean quoted = false;
        for (int i = start; i < Math.min(text.length(), start + LONGEST); i++) {
            char c = text.charAt(i);
            if (quoted && c == '\\') {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && (c == '{' || c == '[')) {
                depth++;
            } else if (!quoted && (c == '}' || c == ']') && --depth == 0) {
                return i + 1;
            }
        }
        return -1;
    }

    /** A lone number in brackets is a footnote. */
    private static boolean isJson(String text) {
        try {
            JsonNode node = Json.read(text);
            return text.indexOf('"') >= 0 && !node.isEmpty();
        } catch (BadJsonException e) {
            return false;
        }
    }
}
