package io.mcpsf.json;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.TokenBuffer;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * JSON as trees, read within bounds and written one way only. Hostile bytes are never bound to
 * types.
 */
public final class Json {

    /** Deeper than any honest message, shallow enough for every stack. */
    public static final int MAX_DEPTH = 256;

    /** The longest string we read: a large tool result, not a flood. */
    public static final int MAX_STRING = 8 << 20;

    private static final StreamReadConstraints BOUNDS =
            StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(MAX_STRING)
                    .maxNumberLength(400)
                    .maxNameLength(20_000)
                    .maxTokenCount(2_000_000)
                    .build();

    private static final JsonMapper MAPPER =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .streamReadConstraints(BOUNDS)
                                    .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                                    .build())
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();
    private static final JsonMapper UNAMBIGUOUS =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .streamReadConstraints(BOUNDS)
                                    .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                                    .build())
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();
    private static final JsonMapper PRETTY =
            MAPPER.rebuild().enable(SerializationFeature.INDENT_OUTPUT).build();

    private Json() {}

    /** Reads one whole JSON text, or throws {@link BadJsonException} that says why in one line. */
    public static JsonNode read(byte[] hostile) {
        return read(new ByteArrayInputStream(hostile));
    }

    public static JsonNode read(String hostile) {
        return read(hostile.getBytes(StandardCharsets.UTF_8));
    }

    public static JsonNode read(InputStream hostile) {
        return read(MAPPER, hostile);
    }

    /** The same without any member that stands twice: readers differ in which of them counts. */
    public static JsonNode readUnambiguous(byte[] hostile) {
        return read(UNAMBIGUOUS, new ByteArrayInputStream(hostile));
    }

    private static JsonNode read(JsonMapper mapper, InputStream hostile) {
        try {
            JsonNode node = mapper.readTree(hostile);
            if (node.isMissingNode()) {
                throw new BadJsonException("nothing there");
            }
            return node;
        } catch (JacksonException e) {
            throw new BadJsonException(oneLine(e.getOriginalMessage()));
        }
    }

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    /** Compact, members in the order they were put, no line break inside: fit for JSON lines. */
    public static byte[] bytes(JsonNode node) {
        return MAPPER.writeValueAsBytes(node);
    }

    /** The same for an object that was never a tree: what it has is written one by one. */
    static byte[] bytes(Consumer<JsonGenerator> members) {
        var bytes = new ByteArrayOutputStream(512);
        try (JsonGenerator out = MAPPER.createGenerator(bytes)) {
            object(out, members);
        }
        return bytes.toByteArray();
    }

    /** An object of which all is written one by one. */
    static ObjectNode object(Consumer<JsonGenerator> members) {
        try (TokenBuffer out = TokenBuffer.forGeneration()) {
            object(out, members);
            return (ObjectNode) MAPPER.readTree(out.asParser());
        }
    }

    private static void object(JsonGenerator out, Consumer<JsonGenerator> members) {
        out.writeStartObject();
        members.accept(out);
        out.writeEndObject();
    }

    public static String text(JsonNode node) {
        return MAPPER.writeValueAsString(node);
    }

    /** Indented, for people, with a final line break. */
    public static String pretty(JsonNode node) {
        return PRETTY.writeValueAsString(node) + "\n";
    }

    /** A member's text, or empty when it is absent or something else. */
    public static String text(JsonNode node, String member) {
        JsonNode value = node.get(member);
        return value != null && value.isString() ? value.asString() : "";
    }

    static String oneLine(String message) {
        String first = message.lines().findFirst().orElse("malformed");
        return first.length() > 200 ? first.substring(0, 200) : first;
    }
}
