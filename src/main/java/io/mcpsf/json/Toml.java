package io.mcpsf.json;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.toml.TomlMapper;

/** TOML read as a tree, within the length that a person writes. */
public final class Toml {

    private static final TomlMapper MAPPER = new TomlMapper();

    private Toml() {}

    /** Reads one whole text, or throws {@link BadJsonException} that says where, never what. */
    public static JsonNode read(String hostile) {
        if (hostile.length() > Yaml.MAX_BYTES) {
            throw new BadJsonException("longer than " + Yaml.MAX_BYTES + " characters");
        }
        try {
            return MAPPER.readTree(hostile);
        } catch (JacksonException e) {
            throw new BadJsonException(Jsonc.where(e));
        }
    }
}
