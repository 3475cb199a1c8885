package io.mcpsf.policy;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Yaml;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;

/** A policy or a part of one, with where it came from. */
public record PolicyLayer(String origin, ObjectNode tree) {

    /** The presets that come along, from weakest to strongest. */
    public static final List<String> PRESETS = List.of("minimum", "recommended", "maximum");

    /** Reads a file; throws {@link BadPolicyException} when it is no YAML of the right shape. */
    public static PolicyLayer read(String origin, byte[] yaml) {
        try {
            JsonNode tree = Yaml.read(yaml);
            if (tree instanceof ObjectNode object) {
                return new PolicyLayer(origin, object);
            }
            throw fault("a policy is a map of keys, such as files, network and limits");
        } catch (BadJsonException e) {
            throw fault("not YAML: " + e.getMessage());
        }
    }

    /** One of {@link #PRESETS}. */
    public static PolicyLayer preset(String name) {
        String file = name.toLowerCase(Locale.ROOT) + ".yaml";
        try (InputStream in = PolicyLayer.class.getResourceAsStream(file)) {
            if (in == null || !PRESETS.contains(name)) {
                throw fault("no preset " + name + "; there are " + String.join(", ", PRESETS));
            }
            return read("preset " + name, in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("the packaged preset " + name, e);
        }
    }

    private static BadPolicyException fault(String message) {
        return new BadPolicyException(List.of(new PolicyFault("", message)));
    }
}
