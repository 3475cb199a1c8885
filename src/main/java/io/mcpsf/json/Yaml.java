package io.mcpsf.json;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLMapper;

import java.nio.charset.StandardCharsets;

/**
 * YAML that people write by hand, read as a tree. Anchors are not expanded, a key that stands twice
 * is an error, and a text that is longer than any person writes is refused.
 */
public final class Yaml {

    /** Longer than any file that a person wrote by hand. */
    public static final int MAX_BYTES = 1 << 20;

    private static final YAMLMapper MAPPER =
            YAMLMapper.builder(
                            YAMLFactory.builder()
                                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                                    .build())
                    .build();

    private Yaml() {}

    /** Reads one document, or throws {@link BadJsonException} that says why in one line. */
    public static JsonNode read(byte[] hostile) {
        if (hostile.length > MAX_BYTES) {
            throw new BadJsonException("longer than " + MAX_BYTES + " bytes");
        }
        try {
            JsonNode node = MAPPER.readTree(hostile);
            if (node.isMissingNode()) {
                throw new BadJsonException("nothing there");
            }
            return node;
        } catch (JacksonException e) {
            throw new BadJsonException(Json.oneLine(e.getOriginalMessage()));
        }
    }

    public static JsonNode read(String hostile) {
        return read(hostile.getBytes(StandardCharsets.UTF_8));
    }
}
