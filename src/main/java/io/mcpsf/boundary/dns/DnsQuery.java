package io.mcpsf.boundary.dns;

import java.util.Locale;
import java.util.Optional;

/**
 * One question as a resolver reads it. {@code name} is in lower case without the last dot, with
 * bytes that are no plain characters written as {@code \DDD}; {@code asked} is the same with its
 * upper and lower case; {@code questionEnd} is where the question ends in the message, so that it
 * can be echoed exactly as asked (some clients play with upper and lower case and check it).
 */
public record DnsQuery(
        int id, boolean recursion, String name, String asked, int type, int questionEnd) {

    private static final int HEADER = 12;
    private static final int MAX_NAME = 255;

    /** The name of the type, such as AAAA. */
    public String typeName() {
        return RecordType.name(type);
    }

    /**
     * Reads a message, or nothing when it is not one question. A pointer inside the only question
     * could only point to itself or to the header, so names with pointers are no questions.
     */
    public static Optional<DnsQuery> parse(byte[] hostile) {
        if (hostile.length < HEADER + 5 || (hostile[2] & 0xf8) != 0 || u16(hostile, 4) != 1) {
            return Optional.empty();
        }
        var name = new StringBuilder();
        int at = HEADER;
        int wire = 0;
        while (true) {
            if (at >= hostile.length) {
                return Optional.empty();
            }
            int length = hostile[at++] & 0xff;
            wire += length + 1;
            if (length > 63 || wire > MAX_NAME || at + length > hostile.length) {
                return Optional.empty();
            }
            if (length == 0) {
                break;
            }
            if (!name.isEmpty()) {
                name.append('.');
            }
            appendLabel(name, hostile, at, length);
            at += length;
        }
        if (at + 4 > hostile.length) {
            return Optional.empty();
        }
        return Optional.of(
                new DnsQuery(
                        u16(hostile, 0),
                        (hostile[2] & 1) != 0,
                        name.toString().toLowerCase(Locale.ROOT),
                        name.toString(),
                        u16(hostile, at),
                        at + 4));
    }

    private static void appendLabel(StringBuilder name, byte[] hostile, int at, int length) {
        for (int i = at; i < at + length; i++) {
            int c = hostile[i] & 0xff;
            if (c > 0x20 && c < 0x7f && c != '.' && c != '\\') {
                name.append((char) c);
            } else {
                name.append('\\').append("%03d".formatted(c));
            }
        }
    }

    private static int u16(byte[] bytes, int at) {
        return ((bytes[at] & 0xff) << 8) | (bytes[at + 1] & 0xff);
    }
}
