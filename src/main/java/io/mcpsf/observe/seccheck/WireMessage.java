package io.mcpsf.observe.seccheck;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One message of the wire format that gVisor writes (protocol buffers): numbered fields with a
 * number or bytes each. It comes from a kernel that a sample may have taken over, so every length
 * is checked; what cannot be read is a {@link BadMessageException} and nothing else.
 */
final class WireMessage {

    /** Each argument and variable of an exec is a field: more than these are not looked at. */
    private static final int MOST_FIELDS = 8192;

    private static final int NUMBER = 0;
    private static final int EIGHT_BYTES = 1;
    private static final int BYTES = 2;
    private static final int FOUR_BYTES = 5;

    private final byte[] bytes;
    private final List<Field> fields = new ArrayList<>();
    private int at;
    private final int end;

    /** A number, or from where to where the bytes are. */
    private record Field(int number, boolean plain, long value, int from, int to) {}

    private WireMessage(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
    }

    static WireMessage read(byte[] bytes, int from, int to) throws BadMessageException {
        if (from < 0 || to > bytes.length || from > to) {
            throw new BadMessageException("bounds outside the packet");
        }
        var message = new WireMessage(bytes, from, to);
        while (message.at < to) {
            if (message.fields.size() >= MOST_FIELDS) {
                break;
            }
            message.field();
        }
        return message;
    }

    boolean has(int number) {
        return fields.stream().anyMatch(field -> field.number == number);
    }

    /** The last number of that field, or 0, which the format leaves out. */
    long number(int number) {
        for (int i = fields.size() - 1; i >= 0; i--) {
            Field field = fields.get(i);
            if (field.number == number && field.plain) {
                return field.value;
            }
        }
        return 0;
    }

    /** The last bytes of that field, or none. */
    byte[] bytes(int number) {
        for (int i = fields.size() - 1; i >= 0; i--) {
            Field field = fields.get(i);
            if (field.number == number && !field.plain) {
                return Arrays.copyOfRange(bytes, field.from, field.to);
            }
        }
        return new byte[0];
    }

    /** All bytes of that field, in their order. */
    List<byte[]> all(int number) {
        List<byte[]> all = new ArrayList<>();
        for (Field field : fields) {
            if (field.number == number && !field.plain) {
                all.add(Arrays.copyOfRange(bytes, field.from, field.to));
            }
        }
        return all;
    }

    /** The message in that field, or an empty one. */
    WireMessage message(int number) throws BadMessageException {
        for (int i = fields.size() - 1; i >= 0; i--) {
            Field field = fields.get(i);
            if (field.number == number && !field.plain) {
                return read(bytes, field.from, field.to);
            }
        }
        return new WireMessage(bytes, 0, 0);
    }

    private void field() throws BadMessageException {
        long key = varint();
        int number = (int) (key >>> 3);
        switch ((int) (key & 7)) {
            case NUMBER -> fields.add(new Field(number, true, varint(), 0, 0));
            case EIGHT_BYTES -> fields.add(new Field(number, true, fixed(8), 0, 0));
            case FOUR_BYTES -> fields.add(new Field(number, true, fixed(4), 0, 0));
            case BYTES -> {
                long length = varint();
                if (length < 0 || length > end - at) {
                    throw new BadMessageException("a field longer than its message");
                }
                fields.add(new Field(number, false, 0, at, at + (int) length));
                at += (int) length;
            }
            default -> throw new BadMessageException("a field of no known kind");
        }
    }

    private long varint() throws BadMessageException {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (at >= end) {
                throw new BadMessageException("ends within a number");
            }
            byte b = bytes[at++];
            value |= (long) (b & 0x7F) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new BadMessageException("a number of more than 64 bits");
    }

    private long fixed(int length) throws BadMessageException {
        if (length > end - at) {
            throw new BadMessageException("ends within a number");
        }
        long value = 0;
        for (int i = 0; i < length; i++) {
            value |= (bytes[at++] & 0xFFL) << (8 * i);
        }
        return value;
    }
}
