package io.mcpsf.boundary.dns;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An answer being written: the question echoed, then records whose owner is the question's name.
 */
final class DnsReply {

    static final int NO_ERROR = 0;
    static final int FORMAT_ERROR = 1;
    static final int NO_SUCH_NAME = 3;

    private static final int HEADER = 12;

    private final byte[] question;
    private final DnsQuery query;
    private final ByteArrayOutputStream records = new ByteArrayOutputStream();
    private int answers;
    private int authorities;

    DnsReply(byte[] message, DnsQuery query) {
        this.question = Arrays.copyOfRange(message, HEADER, query.questionEnd());
        this.query = query;
    }

    void answer(int type, int ttlSeconds, byte[] data) {
        record(type, ttlSeconds, data);
        answers++;
    }

    /** The record that lets a resolver remember that there is nothing, as real zones do. */
    void authority(int ttlSeconds, String zone) {
        var data = new ByteArrayOutputStream();
        data.writeBytes(name("ns1." + zone));
        data.writeBytes(name("hostmaster." + zone));
        for (int number : new int[] {2026110101, 7200, 3600, 1209600, ttlSeconds}) {
            u32(data, number);
        }
        byte[] owner = name(zone);
        records.writeBytes(owner);
        body(RecordType.SOA, ttlSeconds, data.toByteArray());
        authorities++;
    }

    byte[] bytes(int code) {
        var message = new ByteArrayOutputStream();
        u16(message, query.id());
        u16(message, 0x8080 | (query.recursion() ? 0x100 : 0) | code);
        u16(message, 1);
        u16(message, answers);
        u16(message, authorities);
        u16(message, 0);
        message.writeBytes(question);
        message.writeBytes(records.toByteArray());
        return message.toByteArray();
    }

    /** A refusal for bytes that are no question; it echoes only the id. */
    static byte[] formatError(byte[] hostile) {
        return new byte[] {
            hostile[0],
            hostile[1],
            (byte) 0x80,
            (byte) (0x80 | FORMAT_ERROR),
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0
        };
    }

    static byte[] name(String name) {
        var out = new ByteArrayOutputStream();
        for (String label : name.split("\\.")) {
            byte[] bytes = label.getBytes(StandardCharsets.ISO_8859_1);
            if (bytes.length > 0 && bytes.length < 64 && out.size() + bytes.length < 240) {
                out.write(bytes.length);
                out.writeBytes(bytes);
            }
        }
        out.write(0);
        return out.toByteArray();
    }

    static byte[] text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        int length = Math.min(bytes.length, 255);
        byte[] data = new byte[length + 1];
        data[0] = (byte) length;
        System.arraycopy(bytes, 0, data, 1, length);
        return data;
    }

    static byte[] numbersAndName(String name, int... numbers) {
        var out = new ByteArrayOutputStream();
        for (int number : numbers) {
            u16(out, number);
        }
        out.writeBytes(name(name));
        return out.toByteArray();
    }

    private void record(int type, int ttlSeconds, byte[] data) {
        u16(records, 0xC000 | HEADER);
        body(type, ttlSeconds, data);
    }

    private void body(int type, int ttlSeconds, byte[] data) {
        u16(records, type);
        u16(records, 1);
        u32(records, ttlSeconds);
        u16(records, data.length);
        records.writeBytes(data);
    }

    private static void u16(ByteArrayOutputStream out, int value) {
        out.write(value >> 8);
        out.write(value);
    }

    private static void u32(ByteArrayOutputStream out, int value) {
        u16(out, value >>> 16);
        u16(out, value);
    }
}
