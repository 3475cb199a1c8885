package io.mcpsf.json;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON as editors keep it: with comments, trailing commas, and sometimes a byte order mark. */
public final class Jsonc {

    private static final JsonMapper MAPPER =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .streamReadConstraints(
                                            StreamReadConstraints.builder()
                                                    .maxNestingDepth(Json.MAX_DEPTH)
                                                    .maxStringLength(Json.MAX_STRING)
                                                    .maxTokenCount(2_000_000)
                                                    .build())
                                    .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
                                    .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
                                    .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                                    .build())
                    .build();

    private Jsonc() {}

    /** Reads one whole text, or throws {@link BadJsonException} that says where, never what. */
    public static JsonNode read(String hostile) {
        String text = hostile.startsWith("\ufeff") ? hostile.substring(1) : hostile;
        try {
            JsonNode node = MAPPER.readTree(text);
            if (node.isMissingNode()) {
                throw new BadJsonException("nothing there");
            }
            return node;
        } catch (JacksonException e) {
            throw new BadJsonException(where(e));
        }
    }

    static JsonParser parser(String text) {
        return MAPPER.createParser(text);
    }

    /** A configuration holds secrets: what stands around a mistake is not told. */
    static String where(JacksonException e) {
        var at = e.getLocation();
        return at == null || at.getLineNr() < 1
                ? "malformed"
                : "malformed at line " + at.getLineNr() + ", column " + at.getColumnNr();
    }
}
