package io.mcpsf.boundary;

import java.nio.charset.StandardCharsets;

/** Hostile bytes as text of a bounded length for an observation. */
final class Excerpt {

    private static final int TEXT = 16 << 10;
    private static final int HEADERS = 8 << 10;
    private static final int URL = 2 << 10;
    private static final int STATEMENT = 4 << 10;
    private static final int PACKET = 512;

    private Excerpt() {}

    /** The beginning of a body or mail. */
    static String text(byte[] hostile) {
        return new String(hostile, 0, Math.min(hostile.length, TEXT), StandardCharsets.UTF_8);
    }

    static String headers(String hostile) {
        return cut(hostile, HEADERS);
    }

    static String url(String hostile) {
        return cut(hostile, URL);
    }

    /** What a service was asked. */
    static String statement(String hostile) {
        return cut(hostile, STATEMENT);
    }

    static String name(String hostile) {
        return cut(hostile, 1024);
    }

    /** The beginning of a packet, with a dot for what cannot be printed. */
    static String packet(byte[] hostile) {
        var text = new StringBuilder();
        for (int i = 0; i < Math.min(hostile.length, PACKET); i++) {
            char c = (char) (hostile[i] & 0xff);
            text.append((c >= ' ' && c < 0x7f) || c == '\n' ? c : '.');
        }
        return text.toString();
    }

    private static String cut(String hostile, int max) {
        return hostile.length() > max ? hostile.substring(0, max) : hostile;
    }
}
