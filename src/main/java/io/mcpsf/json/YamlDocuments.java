package io.mcpsf.json;

import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * YAML as deployment files use it: several documents in one file, anchors and {@code <<} filled in.
 * What aliases make of a small file counts against one budget, so that it can't grow without end.
 */
public final class YamlDocuments {

    private static final int MAX_DOCUMENTS = 500;
    private static final int MAX_NODES = 200_000;
    private static final int MAX_DEPTH = 64;
    private static final int MAX_ALIASES = 200;
    private static final String MERGE = "<<";

    private static final LoadSettings SETTINGS =
            LoadSettings.builder()
                    .setMaxAliasesForCollections(MAX_ALIASES)
                    .setCodePointLimit(Yaml.MAX_BYTES)
                    .setAllowDuplicateKeys(false)
                    .setAllowRecursiveKeys(false)
                    .build();

    private int nodes;

    private YamlDocuments() {}

    /** Reads all documents, or throws {@link BadJsonException} that says why in one line. */
    public static List<JsonNode> read(byte[] hostile) {
        if (hostile.length > Yaml.MAX_BYTES) {
            throw new BadJsonException("longer than " + Yaml.MAX_BYTES + " bytes");
        }
        var reader = new YamlDocuments();
        var documents = new ArrayList<JsonNode>();
        try {
            String text = new String(hostile, StandardCharsets.UTF_8);
            for (Object document : new Load(SETTINGS).loadAllFromString(text)) {
                if (documents.size() >= MAX_DOCUMENTS) {
                    throw new BadJsonException("more than " + MAX_DOCUMENTS + " documents");
                }
                documents.add(reader.node(document, 0));
            }
        } catch (YamlEngineException | StackOverflowError e) {
            throw new BadJsonException(Json.oneLine(String.valueOf(e.getMessage())));
        }
        return documents;
    }

    private JsonNode node(Object value, int depth) {
        if (++nodes > MAX_NODES || depth > MAX_DEPTH) {
            throw new BadJsonException("grows beyond " + MAX_NODES + " values or is too deep");
        }
        JsonNodeFactory make = JsonNodeFactory.instance;
        return switch (value) {
            case null -> make.nullNode();
            case Map<?, ?> map -> object(map, depth);
            case List<?> list -> {
                ArrayNode array = make.arrayNode();
                list.forEach(one -> array.add(node(one, depth + 1)));
                yield array;
            }
            case Boolean truth -> make.booleanNode(truth);
            case Integer number -> make.numberNode(number);
            case Long number -> make.numberNode(number);
            case Double number -> make.numberNode(number);
            default -> make.stringNode(String.valueOf(value));
        };
    }

    /** What stands in the map itself wins over what is merged in. */
    private ObjectNode object(Map<?, ?> map, int depth) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        if (map.get(MERGE) instanceof Map<?, ?> one) {
            object.setAll(object(one, depth + 1));
        } else if (map.get(MERGE) instanceof List<?> several) {
            for (Object one : several.reversed()) {
                if (one instanceof Map<?, ?> merged) {
                    object.setAll(object(merged, depth + 1));
                }
            }
        }
        for (Map.Entry<?, ?> member : map.entrySet()) {
            if (!MERGE.equals(member.getKey())) {
                object.set(String.valueOf(member.getKey()), node(member.getValue(), depth + 1));
            }
        }
        return object;
    }
}
