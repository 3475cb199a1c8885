package io.mcpsf.interrogate.fuzz;

import io.mcpsf.mcp.Reply;

import tools.jackson.databind.JsonNode;

/** The texts of an answer, one below the other. */
final class Said {

    private Said() {}

    static String by(Reply reply) {
        var text = new StringBuilder();
        switch (reply) {
            case Reply.Ok ok -> collect(ok.result(), text);
            case Reply.Err error -> {
                text.append(error.message()).append('\n');
                collect(error.data(), text);
            }
            case Reply.TimedOut _, Reply.Closed _ -> {}
        }
        return text.toString();
    }

    private static void collect(JsonNode node, StringBuilder text) {
        if (text.length() > Caps.SEARCHED) {
            return;
        }
        if (node.isString() || node.isNumber()) {
            text.append(Caps.cut(node.asString(), Caps.SEARCHED)).append('\n');
            return;
        }
        if (node.isObject()) {
            for (var entry : node.properties()) {
                if (!entry.getValue().isContainer() && !entry.getValue().isString()) {
                    text.append(entry.getKey()).append('=').append(entry.getValue()).append('\n');
                }
            }
        }
        node.forEach(child -> collect(child, text));
    }
}
