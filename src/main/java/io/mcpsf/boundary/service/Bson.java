package io.mcpsf.boundary.service;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The documents of MongoDB: those we write, and the text of those we read. */
final class Bson {

    private static final int MAX_DEPTH = 20;
    private static final int MAX_TEXT = 16 << 10;

    private Bson() {}

    /** The number of a document, in hexadecimal. */
    record Id(String hex) {}

    /** Nothing, and what is not looked into. */
    record Opaque() {}

    static byte[] write(Map<String, ?> document) {
        var body = new ByteArrayOutputStream();
        document.forEach((name, value) -> element(body, name, value));
        body.write(0);
        byte[] inner = body.toByteArray();
        var all = new ByteArrayOutputStream();
        all.writeBytes(little(4).putInt(inner.length + 4).array());
        all.writeBytes(inner);
        return all.toByteArray();
    }

    private static void element(ByteArrayOutputStream body, String name, Object value) {
        switch (value) {
            case Integer number -> put(body, 0x10, name, little(4).putInt(number).array());
            case Long number -> put(body, 0x12, name, little(8).putLong(number).array());
            case Double number -> put(body, 0x01, name, little(8).putDouble(number).array());
            case Boolean fact -> put(body, 0x08, name, new byte[] {(byte) (fact ? 1 : 0)});
            case Instant time ->
                    put(body, 0x09, name, little(8).putLong(time.toEpochMilli()).array());
            case Id id -> put(body, 0x07, name, HexFormat.of().parseHex(id.hex()));
            case Opaque() -> put(body, 0x0a, name, new byte[0]);
            case String text -> {
                byte[] bytes = (text + "\0").getBytes(StandardCharsets.UTF_8);
                put(body, 0x02, name, little(4).putInt(bytes.length).array());
                body.writeBytes(bytes);
            }
            case Map<?, ?> inner -> {
                Map<String, Object> document = new LinkedHashMap<>();
                inner.forEach((key, one) -> document.put(String.valueOf(key), one));
                put(body, 0x03, name, write(document));
            }
            case List<?> list -> {
                Map<String, Object> document = new LinkedHashMap<>();
                list.forEach(one -> document.put(Integer.toString(document.size()), one));
                put(body, 0x04, name, write(document));
            }
            default -> throw new IllegalArgumentException("no such element: " + value.getClass());
        }
    }

    private static void put(ByteArrayOutputStream body, int type, String name, byte[] value) {
        body.write(type);
        body.writeBytes((name + "\0").getBytes(StandardCharsets.UTF_8));
        body.writeBytes(value);
    }

    /** The members of the outermost document as text, in order. */
    static Map<String, String> read(ByteBuffer hostile) throws IOException {
        hostile.order(ByteOrder.LITTLE_ENDIAN);
        try {
            return document(hostile, 0);
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw new IOException("a document that ends too early", e);
        }
    }

    private static Map<String, String> document(ByteBuffer data, int depth) throws IOException {
        int start = data.position();
        int length = data.getInt();
        if (depth > MAX_DEPTH || length < 5 || length > data.limit() - start) {
            throw new IOException("a document of a size that cannot be");
        }
        Map<String, String> members = new LinkedHashMap<>();
        int budget = MAX_TEXT;
        while (data.position() < start + length) {
            int type = data.get();
            if (type == 0) {
                break;
            }
            String name = name(data);
            String value = value(data, type, depth);
            if (budget > 0) {
                budget -= name.length() + value.length();
                members.put(name, value);
            }
        }
        data.position(start + length);
        return members;
    }

    /** A document with its values as they are; what we do not know is {@link Opaque}. */
    static Map<String, Object> tree(ByteBuffer hostile) throws IOException {
        hostile.order(ByteOrder.LITTLE_ENDIAN);
        try {
            return tree(hostile, 0);
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw new IOException("a document that ends too early", e);
        }
    }

    private static Map<String, Object> tree(ByteBuffer data, int depth) throws IOException {
        int start = data.position();
        int length = data.getInt();
        if (depth > MAX_DEPTH || length < 5 || length > data.limit() - start) {
            throw new IOException("a document of a size that cannot be");
        }
        Map<String, Object> members = new LinkedHashMap<>();
        while (data.position() < start + length) {
            int type = data.get();
            if (type == 0) {
                break;
            }
            String name = name(data);
            members.put(name, branch(data, type, depth));
        }
        data.position(start + length);
        return members;
    }

    private static Object branch(ByteBuffer data, int type, int depth) throws IOException {
        return switch (type) {
            case 0x01 -> data.getDouble();
            case 0x02 -> string(data);
            case 0x03 -> tree(data, depth + 1);
            case 0x04 -> List.copyOf(tree(data, depth + 1).values());
            case 0x07 -> {
                byte[] id = new byte[12];
                data.get(id);
                yield new Id(HexFormat.of().formatHex(id));
            }
            case 0x08 -> data.get() != 0;
            case 0x09 -> Instant.ofEpochMilli(data.getLong());
            case 0x10 -> data.getInt();
            case 0x12 -> data.getLong();
            default -> {
                value(data, type, depth);
                yield new Opaque();
            }
        };
    }

    private static String value(ByteBuffer data, int type, int depth) throws IOException {
        return switch (type) {
            case 0x01 -> Double.toString(data.getDouble());
            case 0x02, 0x0d, 0x0e -> string(data);
            case 0x03, 0x04 -> text(document(data, depth + 1));
            case 0x05 -> {
                int length = data.getInt();
                data.get();
                yield "binary " + skip(data, length);
            }
            case 0x07 -> "id " + skip(data, 12);
            case 0x08 -> data.get() == 0 ? "false" : "true";
            case 0x09, 0x11, 0x12 -> Long.toString(data.getLong());
            case 0x0b -> "/" + name(data) + "/" + name(data);
            case 0x10 -> Integer.toString(data.getInt());
            case 0x13 -> "decimal " + skip(data, 16);
            case 0x06, 0x0a, 0x7f, -1 -> "null";
            default -> throw new IOException("an element of no known type");
        };
    }

    static String text(Map<String, String> members) {
        String text = members.toString().replace("=", ": ");
        return text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text;
    }

    private static int skip(ByteBuffer data, int count) {
        data.position(data.position() + Math.max(0, count));
        return count;
    }

    private static String string(ByteBuffer data) {
        int length = data.getInt();
        if (length < 1 || length > data.remaining()) {
            throw new IllegalArgumentException("a text longer than its document");
        }
        byte[] bytes = new byte[length];
        data.get(bytes);
        return new String(bytes, 0, length - 1, StandardCharsets.UTF_8);
    }

    private static String name(ByteBuffer data) {
        var name = new ByteArrayOutputStream();
        for (byte one = data.get(); one != 0; one = data.get()) {
            name.write(one);
        }
        return name.toString(StandardCharsets.UTF_8);
    }

    static ByteBuffer little(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}
