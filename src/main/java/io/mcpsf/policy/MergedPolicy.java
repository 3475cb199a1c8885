package io.mcpsf.policy;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Layers put on top of each other, from the least to the most specific: maps are merged key by key,
 * everything else is replaced as a whole, so that a list in one file is all there is to know about
 * it. Of each value its origin is kept.
 */
public record MergedPolicy(Policy policy, ObjectNode tree, Map<String, String> origins) {

    /** Maps whose members are merged one by one; what they hold is replaced as a whole. */
    private static final Set<String> MAPS =
            Set.of("files", "network", "secrets", "tools", "code", "limits", "violations");

    public MergedPolicy {
        origins = Map.copyOf(origins);
    }

    /**
     * The policy of these layers; a {@code preset} that a layer names goes below it. Throws {@link
     * BadPolicyException} with every fault of all of them.
     */
    public static MergedPolicy of(List<PolicyLayer> layers) {
        ObjectNode merged = Json.object();
        var origins = new TreeMap<String, String>();
        for (PolicyLayer layer : withPresets(layers)) {
            // Checked alone, so that a fault is not hidden by a layer above it.
            PolicyReader.read(layer.tree());
            put(merged, layer, origins);
        }
        merged.remove("preset");
        merged.put("version", 1);
        return new MergedPolicy(PolicyReader.read(merged), merged, origins);
    }

    /** The same with one more layer above the others. */
    public MergedPolicy and(PolicyLayer above) {
        PolicyReader.read(above.tree());
        ObjectNode merged = tree.deepCopy();
        var all = new TreeMap<>(origins);
        put(merged, above, all);
        return new MergedPolicy(PolicyReader.read(merged), merged, all);
    }

    /** The same with hosts that may be reached besides, by TLS. */
    public MergedPolicy reaching(List<String> hosts, String origin) {
        ObjectNode above = Json.object();
        ArrayNode allow = above.putObject("network").putArray("allow");
        if (tree.path("network").path("allow") instanceof ArrayNode known) {
            allow.addAll(known.deepCopy());
        }
        for (String host : hosts) {
            allow.addObject().put("host", host).putArray("ports").add(443);
        }
        return and(new PolicyLayer(origin, above));
    }

    /** Where a value such as {@code network.allow} came from; empty when nobody named it. */
    public String origin(String key) {
        return origins.getOrDefault(key, "");
    }

    /** A value such as that of {@code network.allow}, as one line of JSON. */
    public String value(String key) {
        int dot = key.indexOf('.');
        JsonNode node =
                dot < 0
                        ? tree.path(key)
                        : tree.path(key.substring(0, dot)).path(key.substring(dot + 1));
        return node.isMissingNode() ? "" : Json.text(node);
    }

    private static List<PolicyLayer> withPresets(List<PolicyLayer> layers) {
        var all = new ArrayList<PolicyLayer>();
        for (PolicyLayer layer : layers) {
            String preset = Json.text(layer.tree(), "preset");
            if (!preset.isEmpty()) {
                all.add(PolicyLayer.preset(preset));
            }
            all.add(layer);
        }
        return all;
    }

    private static void put(ObjectNode merged, PolicyLayer layer, Map<String, String> origins) {
        for (Map.Entry<String, JsonNode> member : layer.tree().properties()) {
            String key = member.getKey();
            if (MAPS.contains(key) && member.getValue() instanceof ObjectNode inner) {
                ObjectNode into = merged.withObject("/" + key);
                for (Map.Entry<String, JsonNode> value : inner.properties()) {
                    into.set(value.getKey(), value.getValue());
                    origins.put(key + "." + value.getKey(), layer.origin());
                }
            } else if (!key.equals("version") && !key.equals("preset")) {
                merged.set(key, member.getValue());
                origins.put(key, layer.origin());
            }
        }
    }
}
