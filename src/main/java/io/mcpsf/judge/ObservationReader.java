package io.mcpsf.judge;

import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Stamp;
import io.mcpsf.model.Vocabulary;

import tools.jackson.databind.JsonNode;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the observations of a rule's example: a line of evidence with only the fields that matter.
 * Unlike evidence files, which must be read for years, a member that nothing has is an error here.
 * What is left out is empty, zero, or the first constant of an enum.
 */
final class ObservationReader {

    private static final Set<String> STAMP =
            Set.of("record", "seq", "micros", "phase", "toolCall", "process");
    private static final long STEP_MICROS = 1_000;

    private ObservationReader() {}

    static List<Seen> read(JsonNode lines, String spot) {
        if (!lines.isArray() || lines.isEmpty()) {
            throw new BadRuleException(spot + ": expected a list of observations");
        }
        var seen = new ArrayList<Seen>();
        for (JsonNode line : lines) {
            int number = seen.size() + 1;
            seen.add(line(line, number, spot + "[" + number + "]"));
        }
        return seen;
    }

    private static Seen line(JsonNode line, int number, String spot) {
        if (!line.isObject()) {
            throw new BadRuleException(spot + ": expected an observation");
        }
        Class<? extends Observation> kind = Field.KINDS.get(line.path("record").asString(""));
        if (kind == null) {
            throw new BadRuleException(spot + ": no such record");
        }
        Set<String> known = new HashSet<>(STAMP);
        Arrays.stream(kind.getRecordComponents()).forEach(c -> known.add(c.getName()));
        for (Map.Entry<String, JsonNode> member : line.properties()) {
            if (!known.contains(member.getKey())) {
                throw new BadRuleException(spot + "." + member.getKey() + ": no such field");
            }
        }
        Phase phase =
                line.has("phase")
                        ? (Phase) value(line.get("phase"), Phase.class, spot)
                        : Phase.START;
        var stamp =
                new Stamp(
                        line.path("seq").asLong(number),
                        line.path("micros").asLong(number * STEP_MICROS),
                        phase,
                        line.path("toolCall").asInt(0),
                        line.path("process").asInt(0));
        return new Seen(stamp, observation(line, kind, spot));
    }

    private static Observation observation(
            JsonNode line, Class<? extends Observation> kind, String spot) {
        RecordComponent[] components = kind.getRecordComponents();
        Object[] values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            String here = spot + "." + components[i].getName();
            JsonNode node = line.path(components[i].getName());
            Class<?> type = components[i].getType();
            values[i] = node.isMissingNode() ? empty(type) : value(node, type, here);
            if (values[i] instanceof String word) {
                ValueCheck.known(word, Vocabulary.words(kind, components[i].getName()), here);
            }
        }
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return kind.getDeclaredConstructor(types).newInstance(values);
        } catch (InvocationTargetException e) {
            throw new BadRuleException(spot + ": " + e.getTargetException().getMessage(), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot construct " + kind, e);
        }
    }

    private static Object empty(Class<?> type) {
        if (type == String.class) {
            return "";
        }
        if (type == List.class) {
            return List.of();
        }
        if (type == boolean.class) {
            return false;
        }
        if (type == int.class) {
            return 0;
        }
        if (type == double.class) {
            return 0.0;
        }
        return type == long.class ? (Object) 0L : type.getEnumConstants()[0];
    }

    private static Object value(JsonNode node, Class<?> type, String spot) {
        if (type == String.class && node.isString()) {
            return node.asString();
        }
        if (type == boolean.class && node.isBoolean()) {
            return node.asBoolean();
        }
        if (type == double.class && node.isNumber()) {
            return node.asDouble();
        }
        if (type == int.class && node.canConvertToInt()) {
            return node.asInt();
        }
        if (type == long.class && node.canConvertToLong()) {
            return node.asLong();
        }
        if (type == List.class && node.isArray()) {
            var items = new ArrayList<Object>();
            node.forEach(
                    item ->
                            items.add(
                                    item.isIntegralNumber()
                                            ? (Object) item.asLong()
                                            : value(item, String.class, spot)));
            return items;
        }
        if (type.isEnum()) {
            for (Object constant : type.getEnumConstants()) {
                if (((Enum<?>) constant).name().equals(node.asString(""))) {
                    return constant;
                }
            }
        }
        throw new BadRuleException(
                spot
                        + ": not a "
                        + type.getSimpleName()
                        + (type.isEnum()
                                ? "; there are " + Arrays.toString(type.getEnumConstants())
                                : ""));
    }
}
