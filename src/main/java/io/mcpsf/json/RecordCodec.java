package io.mcpsf.json;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Records of the model as JSON and back: components in their order under their own names. Reading
 * is strict about what is there and forgiving about what is new, so that old evidence is read by
 * new code: an unknown member is ignored, a missing one gets its empty value.
 */
final class RecordCodec {

    private static final Map<Class<?>, Shape> SHAPES = new ConcurrentHashMap<>();

    private RecordCodec() {}

    /** The members of an object that the caller opens and closes. */
    static void members(JsonGenerator out, Record value) {
        members(out, value, Set.of());
    }

    /** The same without some that stand there already. */
    static void members(JsonGenerator out, Record value, Set<String> but) {
        for (Member member : shape(value.getClass()).members()) {
            if (!but.contains(member.name())) {
                out.writeName(member.name());
                write(out, member.of(value));
            }
        }
    }

    static <T extends Record> T read(JsonNode node, Class<T> type) {
        if (!node.isObject()) {
            throw new BadJsonException("a " + type.getSimpleName() + " is an object");
        }
        Shape shape = shape(type);
        Object[] values = new Object[shape.members().size()];
        for (int i = 0; i < values.length; i++) {
            Member member = shape.members().get(i);
            values[i] = fromNode(node.path(member.name()), member.type());
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

    private static void write(JsonGenerator out, Object value) {
        switch (value) {
            case String s -> out.writeString(s);
            case Integer i -> out.writeNumber(i);
            case Long l -> out.writeNumber(l);
            case Double d -> out.writeNumber(d);
            case Boolean b -> out.writeBoolean(b);
            case Enum<?> e -> out.writeString(e.name());
            case Instant i -> out.writeString(i.toString());
            case Record r -> {
                out.writeStartObject();
                members(out, r);
                out.writeEndObject();
            }
            case List<?> list -> {
                out.writeStartArray();
                list.forEach(element -> write(out, element));
                out.writeEndArray();
            }
            case Map<?, ?> map -> {
                out.writeStartObject();
                map.forEach(
                        (key, element) -> {
                            out.writeName(String.valueOf(key));
                            write(out, element);
                        });
                out.writeEndObject();
            }
            default ->
                    throw new IllegalStateException(
                            "no JSON form for " + value.getClass().getName());
        }
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

    private static Shape shape(Class<?> type) {
        return SHAPES.computeIfAbsent(type, RecordCodec::describe);
    }

    private static Shape describe(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        List<Member> members = Arrays.stream(components).map(Member::new).toList();
        try {
            return new Shape(members, type.getDeclaredConstructor(types));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("a record without its constructor: " + type, e);
        }
    }

    private record Shape(List<Member> members, Constructor<?> constructor) {}

    private record Member(String name, Type type, Method accessor) {

        Member(RecordComponent component) {
            this(component.getName(), component.getGenericType(), component.getAccessor());
        }

        Object of(Record value) {
            try {
                return accessor.invoke(value);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("cannot read " + accessor, e);
            }
        }
    }
}
