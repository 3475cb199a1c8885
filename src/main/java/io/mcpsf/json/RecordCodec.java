package io.mcpsf.json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Records of the model as JSON and back: components in their order under their own names. Reading
 * is strict about what is there and forgiving about what is new, so that old evidence is read by
 * new code: an unknown member is ignored, a missing one gets its empty value.
 */
final class RecordCodec {

    private static final Map<Class<?>, Shape> SHAPES = new ConcurrentHashMap<>();

    private RecordCodec() {}

    static ObjectNode write(Record value) {
        return writeInto(Json.object(), value);
    }

    static ObjectNode writeInto(ObjectNode node, Record value) {
        for (RecordComponent component : shape(value.getClass()).components()) {
            node.set(component.getName(), toNode(get(component, value)));
        }
        return node;
    }

    static <T extends Record> T read(JsonNode node, Class<T> type) {
        if (!node.isObject()) {
            throw new BadJsonException("a " + type.getSimpleName() + " is an object");
        }
        Shape shape = shape(type);
        Object[] values = new Object[shape.components().size()];
        for (int i = 0; i < values.length; i++) {
            RecordComponent component = shape.components().get(i);
            values[i] = fromNode(node.path(component.getName()), component.getGenericType());
        }
        try {
            return type.cast(shape.constructor().newInstance(values));
        } catch (InvocationTargetException e) {
            throw new BadJsonException(
                    type.getSimpleName() + ": " + e.getTargetException().getMessage());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot construct " + type.getName(), e);
        }
    }

    private static JsonNode toNode(Object value) {
        var factory = tools.jackson.databind.node.JsonNodeFactory.instance;
        return switch (value) {
            case String s -> factory.stringNode(s);
            case Integer i -> factory.numberNode(i);
            case Long l -> factory.numberNode(l);
            case Double d -> factory.numberNode(d);
            case Boolean b -> factory.booleanNode(b);
            case Enum<?> e -> factory.stringNode(e.name());
            case Instant i -> factory.stringNode(i.toString());
            case Record r -> write(r);
            case List<?> list -> {
                ArrayNode array = Json.array();
                list.forEach(element -> array.add(toNode(element)));
                yield array;
            }
            case Map<?, ?> map -> {
                ObjectNode object = Json.object();
                map.forEach((key, element) -> object.set(String.valueOf(key), toNode(element)));
                yield object;
            }
            default ->
                    throw new IllegalStateException(
                            "no JSON form for " + value.getClass().getName());
        };
    }

    private static Object fromNode(JsonNode node, Type type) {
        boolean absent = node.isMissingNode() || node.isNull();
        if (type instanceof ParameterizedType generic) {
            return generic.getRawType() == Map.class
                    ? readMap(absent ? Json.object() : node, generic)
                    : readList(absent ? Json.array() : node, generic.getActualTypeArguments()[0]);
        }
        Class<?> raw = (Class<?>) type;
        if (raw == String.class) {
            return absent ? "" : expect(node.isString(), node, "text").asString();
        }
        if (raw == int.class) {
            return absent ? 0 : expect(node.canConvertToInt(), node, "an int").asInt();
        }
        if (raw == long.class) {
            return absent ? 0L : expect(node.canConvertToLong(), node, "a long").asLong();
        }
        if (raw == double.class) {
            return absent ? 0.0 : expect(node.isNumber(), node, "a number").asDouble();
        }
        if (raw == boolean.class) {
            return absent ? false : expect(node.isBoolean(), node, "true or false").asBoolean();
        }
        if (absent) {
            throw new BadJsonException("a " + raw.getSimpleName() + " is missing");
        }
        if (raw.isEnum()) {
            return constant(raw, expect(node.isString(), node, "a word").asString());
        }
        if (raw == Instant.class) {
            try {
                return Instant.parse(node.asString());
            } catch (DateTimeParseException e) {
                throw new BadJsonException("not a time");
            }
        }
        if (raw.isRecord()) {
            return read(node, raw.asSubclass(Record.class));
        }
        throw new IllegalStateException("no JSON form for " + type);
    }

    private static List<Object> readList(JsonNode node, Type element) {
        var list = new ArrayList<Object>();
        for (JsonNode item : expect(node.isArray(), node, "a list")) {
            list.add(element == Long.class ? (Object) item.asLong() : fromNode(item, element));
        }
        return list;
    }

    private static Map<Object, Object> readMap(JsonNode node, ParameterizedType type) {
        var map = new LinkedHashMap<Object, Object>();
        Class<?> key = (Class<?>) type.getActualTypeArguments()[0];
        for (Map.Entry<String, JsonNode> member :
                expect(node.isObject(), node, "an object").properties()) {
            Object name = key.isEnum() ? constant(key, member.getKey()) : member.getKey();
            map.put(name, fromNode(member.getValue(), type.getActualTypeArguments()[1]));
        }
        return map;
    }

    private static Object constant(Class<?> type, String name) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> ((Enum<?>) constant).name().equals(name))
                .findFirst()
                .orElseThrow(() -> new BadJsonException("no such " + type.getSimpleName()));
    }

    private static JsonNode expect(boolean holds, JsonNode node, String what) {
        if (!holds) {
            throw new BadJsonException("expected " + what + ", found " + node.getNodeType());
        }
        return node;
    }

    private static Object get(RecordComponent component, Record value) {
        try {
            return component.getAccessor().invoke(value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + component, e);
        }
    }

    private static Shape shape(Class<?> type) {
        return SHAPES.computeIfAbsent(type, RecordCodec::describe);
    }

    private static Shape describe(Class<?> type) {
        List<RecordComponent> components = List.of(type.getRecordComponents());
        Class<?>[] types =
                components.stream().map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return new Shape(components, type.getDeclaredConstructor(types));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("a record without its constructor: " + type, e);
        }
    }

    private record Shape(List<RecordComponent> components, Constructor<?> constructor) {}
}
