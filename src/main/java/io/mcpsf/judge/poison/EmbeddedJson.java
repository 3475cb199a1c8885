package io.mcpsf.judge.poison;

/**
 * JSON in the middle of a text, such as the commands of a tool behind a sentence that introduces
 * them: its strings are what a model reads, a paragraph each, and not its brackets and marks. Reads
 * what is cut off or broken too, for as far as it goes. Text around it stays as it is.
 */
final class EmbeddedJson {

    private static final int LONGEST_NAME = 20;

    private final String hostile;
    private final StringBuilder words = new StringBuilder();
    private int at;

    private EmbeddedJson(String hostile) {
        this.hostile = hostile;
    }

    /** The same text with the strings of its JSON instead of the JSON. */
    static String words(String hostile) {
        var reading = new EmbeddedJson(hostile);
        reading.read();
        return reading.words.toString();
    }

    private void read() {
        int next = 0;
        while ((next = begin(at)) >= 0) {
            words.append(hostile, at, next).append("\n\n");
            at = next;
            value();
        }
        words.append(hostile, at, hostile.length());
    }

    /** The next place at which an object with a member begins, or a list of those. */
    private int begin(int from) {
        for (int i = from; i < hostile.length(); i++) {
            char c = hostile.charAt(i);
            if (c == '{' && mark(i + 1) == '"') {
                return i;
            }
            if (c == '[' && mark(i + 1) == '{' && mark(skip(i + 1) + 1) == '"') {
                return i;
            }
        }
        return -1;
    }

    private char mark(int from) {
        int i = skip(from);
        return i < hostile.length() ? hostile.charAt(i) : 0;
    }

    private int skip(int from) {
        int i = from;
        while (i < hostile.length() && Character.isWhitespace(hostile.charAt(i))) {
            i++;
        }
        return i;
    }

    /** To the bracket that closes the first one. */
    private void value() {
        int depth = 0;
        do {
            char c = hostile.charAt(at++);
            switch (c) {
                case '{', '[' -> depth++;
                case '}', ']' -> depth--;
                case '"' -> string();
                default -> {}
            }
        } while (depth > 0 && at < hostile.length());
    }

    private void string() {
        var text = new StringBuilder();
        while (at < hostile.length()) {
            char c = hostile.charAt(at++);
            if (c == '"') {
                break;
            }
            text.append(c == '\\' && at < hostile.length() ? escaped() : c);
        }
        // As in whole JSON: only names that could be sentences are read.
        boolean name = mark(at) == ':';
        if (!name || text.length() > LONGEST_NAME) {
            String said = text.toString();
            words.append(name ? ModelText.ofName(said) : said).append("\n\n");
        }
    }

    private char escaped() {
        char c = hostile.charAt(at++);
        return switch (c) {
            case 'n', 'r' -> '\n';
            case 't', 'b', 'f' -> ' ';
            case 'u' -> unicode();
            default -> c;
        };
    }

    private char unicode() {
        if (at + 4 > hostile.length()) {
            at = hostile.length();
            return ' ';
        }
        int value = 0;
        for (int i = at; i < at + 4; i++) {
            int digit = Character.digit(hostile.charAt(i), 16);
            if (digit < 0) {
                return 'u';
            }
            value = value * 16 + digit;
        }
        at += 4;
        return (char) value;
    }
}
