package io.mcpsf.boundary.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A word of a statement; {@code text} is without the quotes of a name or a literal. */
record SqlToken(Kind kind, String text) {

    private static final int MAX_TOKENS = 4000;

    enum Kind {
        NAME,
        QUOTED_NAME,
        NUMBER,
        STRING,
        PARAMETER,
        SYMBOL
    }

    /** Whether this is the keyword, which is in lower case. */
    boolean is(String keyword) {
        return kind == Kind.NAME && text.equalsIgnoreCase(keyword);
    }

    boolean symbol(String what) {
        return kind == Kind.SYMBOL && text.equals(what);
    }

    boolean name() {
        return kind == Kind.NAME || kind == Kind.QUOTED_NAME;
    }

    String lower() {
        return text.toLowerCase(Locale.ROOT);
    }

    /** The value that a parameter was given, if it was. */
    Optional<String> parameter(List<String> values) {
        int number = text.matches("[0-9]{1,4}") ? Integer.parseInt(text) : 0;
        return kind == Kind.PARAMETER && number > 0 && number <= values.size()
                ? Optional.of(values.get(number - 1))
                : Optional.empty();
    }

    /** The words of a hostile statement, without comments; a parameter has its number as text. */
    static List<SqlToken> of(String hostile) {
        List<SqlToken> tokens = new ArrayList<>();
        int question = 0;
        int i = 0;
        while (i < hostile.length() && tokens.size() < MAX_TOKENS) {
            char c = hostile.charAt(i);
            int end;
            if (Character.isWhitespace(c)) {
                i++;
                continue;
            } else if (hostile.startsWith("--", i) || c == '#') {
                end = hostile.indexOf('\n', i);
                i = end < 0 ? hostile.length() : end + 1;
                continue;
            } else if (hostile.startsWith("/*", i)) {
                end = hostile.indexOf("*/", i + 2);
                i = end < 0 ? hostile.length() : end + 2;
                continue;
            } else if (c == '\'') {
                end = quoted(hostile, i, '\'');
                tokens.add(new SqlToken(Kind.STRING, inner(hostile, i, end, "'")));
            } else if (c == '"' || c == '`') {
                end = quoted(hostile, i, c);
                tokens.add(
                        new SqlToken(Kind.QUOTED_NAME, inner(hostile, i, end, String.valueOf(c))));
            } else if (Character.isDigit(c)) {
                end = run(hostile, i, "0123456789.");
                tokens.add(new SqlToken(Kind.NUMBER, hostile.substring(i, end)));
            } else if (c == '?') {
                end = i + 1;
                tokens.add(new SqlToken(Kind.PARAMETER, Integer.toString(++question)));
            } else if (c == '$' && i + 1 < hostile.length() && digit(hostile.charAt(i + 1))) {
                end = run(hostile, i + 1, "0123456789");
                tokens.add(new SqlToken(Kind.PARAMETER, hostile.substring(i + 1, end)));
            } else if (Character.isLetter(c) || c == '_' || c == '@') {
                end = i + 1;
                while (end < hostile.length() && part(hostile.charAt(end))) {
                    end++;
                }
                tokens.add(new SqlToken(Kind.NAME, hostile.substring(i, end)));
            } else {
                end = i + symbolLength(hostile, i);
                tokens.add(new SqlToken(Kind.SYMBOL, hostile.substring(i, end)));
            }
            i = end;
        }
        while (!tokens.isEmpty() && tokens.getLast().symbol(";")) {
            tokens.removeLast();
        }
        return tokens;
    }

    private static boolean digit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean part(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$' || c == '@';
    }

    private static int symbolLength(String text, int at) {
        for (String two : List.of("::", "<=", ">=", "<>", "!=", "||", "->")) {
            if (text.startsWith(two, at)) {
                return 2;
            }
        }
        return 1;
    }

    private static int run(String text, int from, String of) {
        int end = from;
        while (end < text.length() && of.indexOf(text.charAt(end)) >= 0) {
            end++;
        }
        return end;
    }

    /** Behind the closing quote; a doubled one is part of the text. */
    private static int quoted(String text, int start, char quote) {
        int i = start + 1;
        while (i < text.length()) {
            if (text.charAt(i) == quote) {
                if (i + 1 < text.length() && text.charAt(i + 1) == quote) {
                    i++;
                } else {
                    return i + 1;
                }
            }
            i++;
        }
        return text.length();
    }

    private static String inner(String text, int start, int end, String quote) {
        boolean closed = end - start >= 2 && text.startsWith(quote, end - 1);
        return text.substring(start + 1, closed ? end - 1 : end).replace(quote + quote, quote);
    }
}
