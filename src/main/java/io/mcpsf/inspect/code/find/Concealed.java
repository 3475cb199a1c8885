package io.mcpsf.inspect.code.find;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What an editor does not show, read off the bytes: characters without a shape, text that runs
 * backwards, and code far right of where anybody looks.
 */
final class Concealed {

    /** A screen is some 200 columns wide. */
    private static final int FAR = 500;

    /** Nobody indents so far in the middle of a line. */
    private static final int GAP = 150;

    /** Emoji and scripts bring one or two of these; a message needs more. */
    private static final int INVISIBLE = 12;

    /** Tables of words and translations hold every character there is. */
    private static final int MOST_FOREIGN = 2_000;

    private static final long NOT_ASCII = 0x8080808080808080L;

    private final byte[] text;
    private final ByteBuffer words;
    private final List<CodeFindings.Mark> marks = new ArrayList<>();

    Concealed(byte[] text) {
        this.text = text;
        this.words = ByteBuffer.wrap(text);
    }

    List<CodeFindings.Mark> all() {
        farRight();
        invisible();
        return marks;
    }

    /** A gap of that width covers every place whose number is a multiple of it. */
    private void farRight() {
        for (int probe = GAP; probe < text.length; probe += GAP) {
            if (!blank(probe)) {
                continue;
            }
            int from = probe;
            while (from > 0 && blank(from - 1)) {
                from--;
            }
            int to = probe;
            while (to < text.length && blank(to)) {
                to++;
            }
            if (to - from >= GAP && to < text.length && text[to] > ' ' && from > 0) {
                int begin = from;
                while (begin > 0 && text[begin - 1] != '\n') {
                    begin--;
                }
                if (to - begin >= FAR && code(begin, from)) {
                    mark(
                            "far-right",
                            "code in column " + (to - begin + 1),
                            to,
                            CodeExcerpt.of(text, to, Math.min(text.length, to + 200)));
                    return;
                }
            }
            probe = Math.max(probe, to - to % GAP);
        }
    }

    private boolean blank(int at) {
        return text[at] == ' ' || text[at] == '\t';
    }

    /** Whether there is anything but marks of comments before the gap. */
    private boolean code(int from, int to) {
        for (int at = from; at < to; at++) {
            byte b = text[at];
            if (b > ' ' && b != '/' && b != '*' && b != '#') {
                return true;
            }
        }
        return false;
    }

    private void invisible() {
        int run = 0;
        int longest = 0;
        int where = 0;
        int foreign = 0;
        int turned = -1;
        for (int at = 0; at < text.length; ) {
            if (run == 0 && at + 8 <= text.length && (words.getLong(at) & NOT_ASCII) == 0) {
                at += 8;
                continue;
            }
            int length = unseen(at);
            if (length > 0) {
                at += length;
                run++;
                if (run > longest) {
                    longest = run;
                    where = at;
                }
                continue;
            }
            run = 0;
            foreign += text[at] < 0 ? 1 : 0;
            turned = turned < 0 && backwards(at) ? at : turned;
            at++;
        }
        if (longest >= INVISIBLE) {
            mark(
                    "invisible",
                    longest + " invisible characters in a row",
                    where,
                    CodeExcerpt.of(text, Math.max(0, where - 4 * longest - 60), where));
        }
        if (turned >= 0 && foreign < MOST_FOREIGN) {
            mark(
                    "backwards",
                    "a character that changes the text direction",
                    turned,
                    CodeExcerpt.of(text, turned, Math.min(text.length, turned + 80)));
        }
    }

    private void mark(String kind, String detail, int at, String excerpt) {
        marks.add(new CodeFindings.Mark(kind, detail, line(at), excerpt));
    }

    private int line(int at) {
        return new Lines(text).of(at);
    }

    /** The length of a character without a shape: zero width, variation selectors, tags. */
    private int unseen(int at) {
        int a = text[at] & 0xff;
        if (a == 0xe2 && at + 2 < text.length) {
            int b = text[at + 1] & 0xff;
            int c = text[at + 2] & 0xff;
            boolean joiner = b == 0x80 && c >= 0x8b && c <= 0x8d;
            boolean operator = b == 0x81 && c >= 0xa0 && c <= 0xa4;
            return joiner || operator ? 3 : 0;
        }
        if (a == 0xef && at + 2 < text.length) {
            int b = text[at + 1] & 0xff;
            int c = text[at + 2] & 0xff;
            boolean selector = b == 0xb8 && c >= 0x80 && c <= 0x8f;
            boolean filler = b == 0xbe && c == 0xa0;
            return selector || filler ? 3 : 0;
        }
        if (a == 0xf3 && at + 3 < text.length) {
            return (text[at + 1] & 0xff) == 0xa0 ? 4 : 0;
        }
        return 0;
    }

    /** U+202D, U+202E, U+2066 and U+2067, which make code read as what it is not. */
    private boolean backwards(int at) {
        if ((text[at] & 0xff) != 0xe2 || at + 2 >= text.length) {
            return false;
        }
        int b = text[at + 1] & 0xff;
        int c = text[at + 2] & 0xff;
        boolean override = b == 0x80 && (c == 0xad || c == 0xae);
        boolean isolate = b == 0x81 && (c == 0xa6 || c == 0xa7);
        return override || isolate;
    }
}
