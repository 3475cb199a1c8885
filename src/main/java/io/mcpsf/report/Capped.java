package io.mcpsf.report;

import io.mcpsf.json.Json;

import tools.jackson.databind.node.ArrayNode;

import java.util.List;

/** How much of anything a report repeats; the evidence has the rest. */
public final class Capped {

    /** Entries of one list: a report is read by people and uploaded by machines. */
    public static final int LIST = 200;

    /** Characters of one string: a long command line, not a payload. */
    public static final int TEXT = 2_000;

    private Capped() {}

    public static String text(String hostile) {
        if (hostile.length() <= TEXT) {
            return hostile;
        }
        int end = Character.isHighSurrogate(hostile.charAt(TEXT - 1)) ? TEXT - 1 : TEXT;
        return hostile.substring(0, end) + "…(+" + (hostile.length() - end) + ")";
    }

    public static ArrayNode texts(List<String> hostile) {
        ArrayNode array = Json.array();
        hostile.stream().limit(LIST).forEach(text -> array.add(text(text)));
        return array;
    }
}
