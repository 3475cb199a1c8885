package io.mcpsf.policy;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Yaml;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

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
        if (!PRESETS.contains(name)) {
            throw fault("no preset " + name + "; there are " + String.join(", ", PRESETS));
        }
        return packaged("preset " + name, name.toLowerCase(Locale.ROOT) + ".yaml");
    }

    /** What holds an execution of code where nothing else is said. */
    public static PolicyLayer execution() {
        return packaged("default of exec", "exec.yaml");
    }

    /** A limit of time that is given on the command line. */
    public static PolicyLayer time(String origin, long seconds) {
        return read(
                origin, "limits: {time: %ds}".formatted(seconds).getBytes(StandardCharsets.UTF_8));
    }

    private static PolicyLayer packaged(String origin, String file) {
        try (InputStream in = PolicyLayer.class.getResourceAsStream(file)) {
            return read(origin, Objects.requireNonNull(in, file).readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("the packaged policy " + file, e);
        }
    }

    private static BadPolicyException fault(String message) {
        return new BadPolicyException(List.of(new PolicyFault("", message)));
    }
}
