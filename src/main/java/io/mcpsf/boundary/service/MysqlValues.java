package io.mcpsf.boundary.service;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Values in the bytes of MySQL: those that a client gives for its question marks, and texts. */
final class MysqlValues {

    private static final int HEAD = 10;
    private static final int MAX_TEXT = 64 << 10;

    private MysqlValues() {}

    /** The values of a COM_STMT_EXECUTE as text; none when they cannot be read. */
    static List<String> read(byte[] hostile, int count) {
        List<String> values = new ArrayList<>();
        ByteBuffer data = ByteBuffer.wrap(hostile).order(ByteOrder.LITTLE_ENDIAN);
        try {
            byte[] nulls = new byte[(count + 7) / 8];
            data.position(HEAD).get(nulls);
            // Without their types, which come with the first execution only, they are not read.
            if (count == 0 || data.get() != 1) {
                return List.of();
            }
            byte[] types = new byte[2 * count];
            data.get(types);
            for (int i = 0; i < count; i++) {
                boolean none = (nulls[i / 8] & 1 << i % 8) != 0;
                values.add(none ? "" : value(data, types[2 * i] & 0xff));
            }
            return values;
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            return List.of();
        }
    }

    private static String value(ByteBuffer data, int type) {
        return switch (type) {
            case 1 -> Byte.toString(data.get());
            case 2, 13 -> Short.toString(data.getShort());
            case 3, 9 -> Integer.toString(data.getInt());
            case 8 -> Long.toString(data.getLong());
            case 4 -> plain(data.getFloat());
            case 5 -> plain(data.getDouble());
            case 6 -> "";
            case 7, 10, 11, 12 -> {
                data.position(data.position() + 1 + (data.get(data.position()) & 0xff));
                yield "";
            }
            default -> string(data);
        };
    }

    /** Clients that know one kind of number send whole ones as fractions. */
    private static String plain(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1e15
                ? Long.toString((long) number)
                : Double.toString(number);
    }

    private static String string(ByteBuffer data) {
        int first = data.get() & 0xff;
        int length =
                switch (first) {
                    case 0xfc -> data.getShort() & 0xffff;
                    case 0xfd -> (data.getShort() & 0xffff) | (data.get() & 0xff) << 16;
                    case 0xfe -> (int) Math.min(data.getLong(), Integer.MAX_VALUE);
                    default -> first;
                };
        if (length < 0 || length > data.remaining()) {
            throw new IllegalArgumentException("a text longer than its packet");
        }
        byte[] bytes = new byte[length];
        data.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    static void text(ByteArrayOutputStream body, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, MAX_TEXT - 1);
        length(body, length);
        body.write(bytes, 0, length);
    }

    /** A number in as many bytes as it needs. */
    static void length(ByteArrayOutputStream body, int value) {
        if (value < 251) {
            body.write(value);
        } else {
            body.write(0xfc);
            body.write(value);
            body.write(value >>> 8);
        }
    }
}
