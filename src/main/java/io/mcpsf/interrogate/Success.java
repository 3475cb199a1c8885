package io.mcpsf.interrogate;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.util.regex.Pattern;

/**
 * Whether a tool did its work. Many servers report failures as plain results, so an answer counts
 * only when it is neither marked as an error nor worded like one. The words are hostile: a server
 * that dresses a success up as a failure only loses points for what was seen of it.
 */
public final class Success {

    /** An error message says so at its beginning. */
    private static final int HEAD = 400;

    /** A longer text that mentions a failure is about something. */
    private static final int SHORT = 300;

    private static final Pattern BEGINS =
            Pattern.compile(
                    "(?i)^[^\\p{L}\\p{N}]{0,12}(?:an? |the |unexpected |internal |unknown )?(?:"
                        + "(?:[a-z_]*\\s)?(?:error|exception|failure)s?\\b\\s*(?:$|[:\\-(\\[*]|(?:executing|calling|while|in|"
                        + "fetching|reading|getting|running|occurred|from|during|accessing|parsing|searching|creating|loading|"
                        + "retrieving|processing|listing|performing)\\b)|[a-z]+(?:error|exception)\\s*[:(]|traceback"
                        + " \\(most recent|(?:failed|unable)(?:\\s+to\\b|\\s*:)|failed\\b.{0,60}:"
                        + "|could(?:\\s+not|n't)\\b|can(?:\\s*not|'t)\\b|invalid\\b|access"
                        + " denied|permission denied|unauthori[sz]ed|forbidden\\b|fatal:|mcp"
                        + " error|request failed|http (?:error )?[45]\\d\\d\\b|(?-i:E[A-Z]{3,12}):"
                        + " |no such\\b|missing (?:required|parameter|argument|api)|input"
                        + " validation)");

    private static final Pattern HOLDS =
            Pattern.compile(
                    "(?i)\\bnot found\\b(?!\\s*[:=]\\s*0)|\\bdoes(?: not|n't) exist\\b|\\bis not"
                        + " (?:set|configured|installed|available|running|connected|a"
                        + " valid|valid|supported|allowed)\\b|\\bapi["
                        + " _-]?key\\b.{0,40}\\b(?:required|missing|not"
                        + " (?:set|provided|configured)|invalid)|\\b(?:requires?|provide|set)"
                        + " (?:an? |your |the )?[\\w ]{0,20}api[ _-]?key\\b|\\bvalidation errors?"
                        + " for\\b|\\bECONNREFUSED\\b|\\bENOENT\\b|\\bENOTFOUND\\b|\\bfailed"
                        + " with\\b|\\bstatus code:? [45]\\d\\d\\b|\\berror executing tool\\b|\\ban"
                        + " error occurred\\b|\\bis required\\b");

    private Success() {}

    /** Whether the result of a {@code tools/call} is that of a call that succeeded. */
    public static boolean of(JsonNode result) {
        return !result.path("isError").asBoolean(false)
                && !tellsFailure(result.path("structuredContent"), 0)
                && !soundsFailed(said(result));
    }

    /** The texts of an answer, the part of it that a person reads. */
    static String said(JsonNode body) {
        var said = new StringBuilder();
        for (JsonNode block : body.path("content")) {
            if (said.length() < InterrogationLimits.RESULT) {
                said.append(said.isEmpty() ? "" : "\n").append(Json.text(block, "text"));
            }
        }
        return said.isEmpty() ? Json.text(body, "message") : said.toString();
    }

    private static boolean soundsFailed(String text) {
        String words = text.strip();
        if (words.startsWith("{") || words.startsWith("[")) {
            try {
                return tellsFailure(Json.read(words), 0);
            } catch (BadJsonException e) {
                // Not JSON after all: words then.
            }
        }
        String head = InterrogationLimits.cut(words, HEAD);
        return BEGINS.matcher(head).find()
                || (words.length() <= SHORT && HOLDS.matcher(head).find());
    }

    /** An object that says of itself that something went wrong. */
    private static boolean tellsFailure(JsonNode node, int depth) {
        if (!node.isObject() || depth > 2) {
            return false;
        }
        for (String flag : new String[] {"ok", "success", "succeeded"}) {
            if (node.path(flag).isBoolean() && !node.path(flag).asBoolean()) {
                return true;
            }
        }
        JsonNode status = node.path("status");
        if (node.path("isError").asBoolean(false)
                || (status.isString()
                        && status.asString().matches("(?i)error|fail(ed|ure)?|exception"))) {
            return true;
        }
        return filled(node.path("error"))
                || (filled(node.path("errors")) && !filled(node.path("data")))
                || (node.path("result").isString() && soundsFailed(node.path("result").asString()))
                || tellsFailure(node.path("result"), depth + 1);
    }

    private static boolean filled(JsonNode node) {
        return switch (node.getNodeType()) {
            case STRING -> !node.asString().isBlank();
            case ARRAY, OBJECT -> !node.isEmpty();
            case BOOLEAN -> node.asBoolean();
            default -> false;
        };
    }
}
