package io.mcpsf.interrogate.fuzz;

import io.mcpsf.mcp.Reply;

import tools.jackson.databind.JsonNode;

import java.util.Optional;
import java.util.function.Supplier;

/** The texts of an answer, one below the other; put together when they are first asked for. */
final class Said {

    private final Supplier<String> source;
    private volatile Optional<String> text = Optional.empty();

    private Said(Supplier<String> source) {
        this.source = source;
    }

    static Said by(Reply reply) {
        return new Said(() -> together(reply));
    }

    static Said of(String text) {
        return new Said(() -> text);
    }

    String text() {
        if (text.isEmpty()) {
            text = Optional.of(source.get());
        }
        return text.orElseThrow();
    }

    private static String together(Reply reply) {
        var all = new StringBuilder();
        switch (reply) {
            case Reply.Ok ok -> collect(ok.result(), all);
            case Reply.Err error -> {
                all.append(error.message()).append('\n');
                collect(error.data(), all);
            }
            case Reply.TimedOut _, Reply.Closed _ -> {}
        }
        return all.toString();
    }

    private static void collect(JsonNode node, StringBuilder text) {
        if (text.length() > AttackLimits.SEARCHED) {
            return;
        }
        if (node.isString() || node.isNumber()) {
            text.append(AttackLimits.cut(node.asString(), AttackLimits.SEARCHED)).append('\n');
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
