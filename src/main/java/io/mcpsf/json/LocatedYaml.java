package io.mcpsf.json;

import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One YAML document, each value with its place. */
public final class LocatedYaml {

    private static final int MAX_DEPTH = 64;
    private static final LoadSettings SETTINGS =
            LoadSettings.builder()
                    .setUseMarks(true)
                    .setCodePointLimit(Yaml.MAX_BYTES)
                    .setAllowDuplicateKeys(false)
                    .build();

    private final String text;

    private LocatedYaml(String text) {
        this.text = text;
    }

    public static Located read(String hostile) {
        try {
            Optional<Node> root = new Compose(SETTINGS).composeString(hostile);
            return new LocatedYaml(hostile)
                    .located(root.orElseThrow(() -> new BadJsonException("nothing there")), 0);
        } catch (YamlEngineException | StackOverflowError e) {
            throw new BadJsonException("malformed YAML");
        }
    }

    private Located located(Node node, int depth) {
        if (depth > MAX_DEPTH) {
            throw new BadJsonException("too deep");
        }
        int start = place(node.getStartMark());
        int end = place(node.getEndMark());
        return switch (node) {
            case MappingNode map -> {
                Map<String, Located> members = new LinkedHashMap<>();
                map.getValue()
                        .forEach(
                                pair -> {
                                    if (pair.getKeyNode() instanceof ScalarNode key) {
                                        members.put(
                                                key.getValue(),
                                                located(pair.getValueNode(), depth + 1));
                                    }
                                });
                yield new Located.Members(
                        start, end, map.getFlowStyle() == FlowStyle.FLOW, members);
            }
            case SequenceNode list -> {
                List<Located> items = new ArrayList<>();
                list.getValue().forEach(item -> items.add(located(item, depth + 1)));
                yield new Located.Items(start, end, list.getFlowStyle() == FlowStyle.FLOW, items);
            }
            case ScalarNode scalar -> new Located.Scalar(start, end, scalar.getValue());
            default -> new Located.Scalar(start, end, "");
        };
    }

    /** Marks count code points. */
    private int place(Optional<Mark> mark) {
        return text.offsetByCodePoints(0, mark.map(Mark::getIndex).orElse(0));
    }
}
