package io.mcpsf.observe.notify;

import java.util.ArrayList;
import java.util.List;

/** A name and a record type that somebody asks a resolver for. */
record DnsQuestion(String name, String type) {

    private static final int HEADER = 12;
    private static final int MOST_QUESTIONS = 16;
    private static final int LONGEST_NAME = 255;
    private static final int LONGEST_LABEL = 63;

    /** The questions in a datagram, or none when it is not a well-formed query. */
    static List<DnsQuestion> read(byte[] hostile) {
        if (hostile.length < HEADER || (hostile[2] & 0x80) != 0) {
            return List.of();
        }
        int count = word(hostile, 4);
        if (count == 0 || count > MOST_QUESTIONS) {
            return List.of();
        }
        List<DnsQuestion> questions = new ArrayList<>();
        int at = HEADER;
        for (int i = 0; i < count; i++) {
            var name = new StringBuilder();
            at = name(hostile, at, name);
            if (at < 0 || at + 4 > hostile.length) {
                return List.of();
            }
            questions.add(new DnsQuestion(name.toString(), type(word(hostile, at))));
            at += 4;
        }
        return questions;
    }

    /** Over a stream, a message comes behind its length. */
    static List<DnsQuestion> readStream(byte[] hostile) {
        if (hostile.length < 2 || word(hostile, 0) != hostile.length - 2) {
            return List.of();
        }
        return read(java.util.Arrays.copyOfRange(hostile, 2, hostile.length));
    }

    /** The place behind a name, or -1. A question is the first in a message: it has no pointers. */
    private static int name(byte[] hostile, int from, StringBuilder name) {
        int at = from;
        while (at < hostile.length && at - from <= LONGEST_NAME) {
            int length = hostile[at++] & 0xFF;
            if (length == 0) {
                return at;
            }
            if (length > LONGEST_LABEL || at + length > hostile.length) {
                return -1;
            }
            if (!name.isEmpty()) {
                name.append('.');
            }
            for (int end = at + length; at < end; at++) {
                int b = hostile[at] & 0xFF;
                if (b <= ' ' || b >= 0x7F || b == '.' || b == '\\') {
                    name.append("\\%03d".formatted(b));
                } else {
                    name.append((char) b);
                }
            }
        }
        return -1;
    }

    private static int word(byte[] bytes, int at) {
        return ((bytes[at] & 0xFF) << 8) | (bytes[at + 1] & 0xFF);
    }

    private static String type(int number) {
        return switch (number) {
            case 1 -> "A";
            case 2 -> "NS";
            case 5 -> "CNAME";
            case 6 -> "SOA";
            case 10 -> "NULL";
            case 12 -> "PTR";
            case 15 -> "MX";
            case 16 -> "TXT";
            case 28 -> "AAAA";
            case 33 -> "SRV";
            case 65 -> "HTTPS";
            case 255 -> "ANY";
            default -> "TYPE" + number;
        };
    }
}
