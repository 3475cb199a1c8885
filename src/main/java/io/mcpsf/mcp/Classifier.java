package io.mcpsf.mcp;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads one line as JSON-RPC. Forgiving where a common client would be, so that the conversation
 * goes on, but every deviation is said: the oddities come first, then what could be read.
 */
final class Classifier {

    private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private Classifier() {}

    static List<Reading> read(byte[] hostile) {
        return read(hostile, false);
    }

    /** {@code batches} when the revision that is spoken has them. */
    static List<Reading> read(byte[] hostile, boolean batches) {
        var readings = new ArrayList<Reading>();
        byte[] line = hostile;
        if (line.length >= 3 && Arrays.equals(line, 0, 3, BOM, 0, 3)) {
            readings.add(new Reading.Malformed(Fault.BYTE_ORDER_MARK));
            line = Arrays.copyOfRange(line, 3, line.length);
        }
        if (blank(line)) {
            readings.add(new Reading.Malformed(Fault.EMPTY));
            return readings;
        }
        Skim skim = Skim.of(line);
        if (skim.parts() > Caps.PARTS || skim.depth() > Json.MAX_DEPTH) {
            String detail = skim.depth() > Json.MAX_DEPTH ? "too deep" : "too many values";
            readings.add(new Reading.Malformed(Fault.BEYOND_BOUNDS, detail));
            return readings;
        }
        if (!utf8(line)) {
            readings.add(new Reading.Malformed(Fault.NOT_UTF8));
            return readings;
        }
        try {
            JsonNode tree = Json.read(line);
            if (skim.members() != members(tree)) {
                readings.add(new Reading.Malformed(Fault.DUPLICATE_MEMBER));
            }
            message(tree, hostile.length, batches, readings);
        } catch (BadJsonException e) {
            readings.add(new Reading.Malformed(Fault.NOT_JSON, safe(e)));
        }
        return readings;
    }

    private static void message(
            JsonNode tree, long bytes, boolean batches, List<Reading> readings) {
        if (!tree.isArray()) {
            single(tree, bytes, readings);
            return;
        }
        if (!batches || tree.isEmpty() || tree.size() > Caps.BATCH) {
            readings.add(new Reading.Malformed(Fault.BATCH, tree.size() + " messages"));
        }
        for (int i = 0; i < Math.min(tree.size(), Caps.BATCH); i++) {
            single(tree.get(i), bytes, readings);
        }
    }

    private static void single(JsonNode tree, long bytes, List<Reading> readings) {
        if (!tree.isObject()) {
            readings.add(new Reading.Malformed(Fault.NOT_AN_OBJECT));
            return;
        }
        if (!Json.text(tree, "jsonrpc").equals("2.0")) {
            readings.add(new Reading.Malformed(Fault.NO_VERSION));
        }
        JsonNode method = tree.get("method");
        if (method != null) {
            asked(tree, method, readings);
        } else if (tree.has("result") || tree.has("error")) {
            answered(tree, bytes, readings);
        } else {
            readings.add(new Reading.Malformed(Fault.NO_KIND));
        }
    }

    private static void asked(JsonNode tree, JsonNode method, List<Reading> readings) {
        JsonNode params = tree.path("params");
        JsonNode id = tree.get("id");
        if (!method.isString()) {
            readings.add(new Reading.Malformed(Fault.BAD_METHOD));
        } else if (id == null) {
            readings.add(new Reading.Notification(method.asString(), params));
        } else if (!id.isString() && !id.isNumber()) {
            readings.add(new Reading.Malformed(Fault.BAD_ID));
        } else {
            readings.add(new Reading.Request(id, method.asString(), params));
        }
    }

    private static void answered(JsonNode tree, long bytes, List<Reading> readings) {
        JsonNode id = tree.path("id");
        JsonNode error = tree.path("error");
        if (!id.isIntegralNumber()) {
            readings.add(new Reading.Malformed(Fault.BAD_ID));
        }
        if (tree.has("result") && tree.has("error") && !error.isNull()) {
            readings.add(new Reading.Malformed(Fault.BOTH_KINDS));
        }
        if (tree.has("result") && (error.isMissingNode() || error.isNull())) {
            readings.add(new Reading.Response(id, new Reply.Ok(tree.path("result"), bytes)));
            return;
        }
        if (!error.path("code").isIntegralNumber() || !error.path("message").isString()) {
            readings.add(new Reading.Malformed(Fault.BAD_ERROR));
        }
        JsonNode code = error.path("code");
        Reply reply =
                new Reply.Err(
                        code.canConvertToLong() ? code.asLong() : 0,
                        Json.text(error, "message"),
                        error.isObject() ? error.path("data") : MissingNode.getInstance(),
                        bytes);
        readings.add(new Reading.Response(id, reply));
    }

    /** The members of all objects that survived parsing; fewer than the text had means a double. */
    private static long members(JsonNode tree) {
        long count = tree.isObject() ? tree.size() : 0;
        for (JsonNode child : tree) {
            if (child.isContainer()) {
                count += members(child);
            }
        }
        return count;
    }

    private static boolean blank(byte[] line) {
        for (byte b : line) {
            if (b != ' ' && b != '\t' && b != '\r') {
                return false;
            }
        }
        return true;
    }

    private static boolean utf8(byte[] line) {
        for (byte b : line) {
            if (b < 0) {
                return decodes(line);
            }
        }
        return true;
    }

    private static boolean decodes(byte[] line) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    /** The parser's complaint without the text it complains about. */
    private static String safe(BadJsonException e) {
        String message = String.valueOf(e.getMessage());
        int quote = message.indexOf('\'');
        String words = quote < 0 ? message : message.substring(0, quote);
        int bracket = words.indexOf('(');
        return (bracket < 0 ? words : words.substring(0, bracket)).strip();
    }
}
