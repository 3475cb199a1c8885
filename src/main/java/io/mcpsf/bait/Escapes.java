package io.mcpsf.bait;

import java.util.Arrays;

/**
 * Text in which some characters are written by their number: in URLs, in JSON and programs, in
 * HTML. Only the surroundings of such characters are copied, so that a lone percent sign in much
 * data costs little.
 */
final class Escapes implements Wrapping {

    /** How far an unescaped stretch reaches on both sides of an escape. */
    private static final int NEAR = 96;

    private static final int LONGEST = 4 << 20;

    private final String word;
    private final char mark;
    private final Form form;

    /** Reads an escape at a place: its length shifted left by 8, with the byte, or 0 for none. */
    private interface Form {
        int read(byte[] hostile, int at);
    }

    private Escapes(String word, char mark, Form form) {
        this.word = word;
        this.mark = mark;
        this.form = form;
    }

    static Escapes percent() {
        return new Escapes("percent", '%', (data, at) -> numbered(data, at + 1, 2, 16, 3));
    }

    /** As in mail. */
    static Escapes quotedPrintable() {
        return new Escapes("quoted-printable", '=', (data, at) -> numbered(data, at + 1, 2, 16, 3));
    }

    /** As in JSON, JavaScript, Python and C. */
    static Escapes backslash() {
        return new Escapes("escaped", '\\', Escapes::backslash);
    }

    static Escapes entities() {
        return new Escapes("html", '&', Escapes::entity);
    }

    @Override
    public String marks() {
        return String.valueOf(mark);
    }

    @Override
    public void open(byte[] hostile, Opened opened) {
        int done = 0;
        int at = nextMark(hostile, 0);
        while (at < hostile.length && !opened.enough()) {
            if (form.read(hostile, at) == 0) {
                at = nextMark(hostile, at + 1);
                continue;
            }
            int begin = Math.max(done, at - NEAR);
            done = stretchEnd(hostile, at);
            byte[] plain = unescaped(hostile, begin, done);
            opened.content(word, plain);
            int start = valueStart(hostile, begin, at) - begin;
            if (start > 0 && isBinary(plain)) {
                opened.content(word, Arrays.copyOfRange(plain, start, plain.length));
            }
            at = nextMark(hostile, done);
        }
    }

    private int nextMark(byte[] hostile, int from) {
        byte wanted = (byte) mark;
        int at = from;
        while (at < hostile.length && hostile[at] != wanted) {
            at++;
        }
        return at;
    }

    /** The end of a stretch in which no two escapes are far from each other. */
    private int stretchEnd(byte[] hostile, int first) {
        int at = first;
        int until = first + NEAR;
        while (at < hostile.length && at < until && at - first < LONGEST) {
            int read = hostile[at] == mark ? form.read(hostile, at) : 0;
            at += Math.max(1, read >>> 8);
            if (read != 0) {
                until = at + NEAR;
            }
        }
        return at;
    }

    private byte[] unescaped(byte[] hostile, int from, int to) {
        byte[] plain = new byte[to - from];
        int length = 0;
        int at = from;
        while (at < to) {
            int read = hostile[at] == mark ? form.read(hostile, at) : 0;
            plain[length++] = read == 0 ? hostile[at] : (byte) read;
            at += Math.max(1, read >>> 8);
        }
        return Arrays.copyOf(plain, length);
    }

    /** Where the value begins that an escape stands in: some wrappings show only at their start. */
    private static int valueStart(byte[] hostile, int begin, int escape) {
        int start = escape;
        while (start > begin && "\"'=:, \n&>".indexOf(hostile[start - 1]) < 0) {
            start--;
        }
        return start;
    }

    private static boolean isBinary(byte[] plain) {
        for (byte b : plain) {
            if (b < '\t') {
                return true;
            }
        }
        return false;
    }

    private static int backslash(byte[] data, int at) {
        if (at + 1 >= data.length) {
            return 0;
        }
        char kind = (char) (data[at + 1] & 0xff);
        return switch (kind) {
            case 'n' -> 2 << 8 | '\n';
            case 'r' -> 2 << 8 | '\r';
            case 't' -> 2 << 8 | '\t';
            case '/', '\\', '"', '\'', '+', '=', '-', '_' -> 2 << 8 | kind;
            case 'x' -> numbered(data, at + 2, 2, 16, 4);
            case 'u' -> numbered(data, at + 2, 4, 16, 6);
            case '0', '1', '2', '3' -> numbered(data, at + 1, 3, 8, 4);
            default -> 0;
        };
    }

    private static int entity(byte[] data, int at) {
        if (at + 2 >= data.length) {
            return 0;
        }
        if (data[at + 1] != '#') {
            return named(data, at);
        }
        boolean hex = (data[at + 2] | 0x20) == 'x';
        int from = at + (hex ? 3 : 2);
        int end = from;
        while (end < data.length && end - from < 6 && Character.digit(data[end], 16) >= 0) {
            end++;
        }
        if (end == from || end >= data.length || data[end] != ';') {
            return 0;
        }
        return numbered(data, from, end - from, hex ? 16 : 10, end + 1 - at);
    }

    private static int named(byte[] data, int at) {
        String[] names = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
        String values = "&<>\"'";
        for (int n = 0; n < names.length; n++) {
            int k = 0;
            while (k < names[n].length()
                    && at + k < data.length
                    && data[at + k] == names[n].charAt(k)) {
                k++;
            }
            if (k == names[n].length()) {
                return k << 8 | values.charAt(n);
            }
        }
        return 0;
    }

    /** An escape of {@code length} in all whose digits stand at {@code from}. */
    private static int numbered(byte[] data, int from, int digits, int radix, int length) {
        if (from + digits > data.length) {
            return 0;
        }
        int value = 0;
        for (int i = from; i < from + digits; i++) {
            int digit = Character.digit(data[i], radix);
            if (digit < 0) {
                return 0;
            }
            value = value * radix + digit;
        }
        return length << 8 | (value <= 0xff ? value : '?');
    }
}
