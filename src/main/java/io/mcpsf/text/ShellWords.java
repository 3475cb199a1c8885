package io.mcpsf.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A command line as people write it and as a list of words. Only quotes and backslashes mean
 * something: no variable, no pipe, no shell is ever involved.
 */
public final class ShellWords {

    private static final Pattern NEEDS_NO_QUOTES = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    private ShellWords() {}

    /** Words that a POSIX shell would read as exactly this list. */
    public static String join(List<String> words) {
        return words.stream().map(ShellWords::quote).collect(Collectors.joining(" "));
    }

    /** Throws {@link IllegalArgumentException} when a quote is not closed. */
    public static List<String> split(String line) {
        var words = new ArrayList<String>();
        var word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            boolean last = i + 1 == line.length();
            if (c == '\\' && quote != '\'' && !last) {
                word.append(line.charAt(++i));
                inWord = true;
            } else if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            } else if (c == '\'' || c == '"') {
                quote = c;
                inWord = true;
            } else if (Character.isWhitespace(c)) {
                if (inWord) {
                    words.add(word.toString());
                    word.setLength(0);
                    inWord = false;
                }
            } else {
                word.append(c);
                inWord = true;
            }
        }
        if (quote != 0) {
            throw new IllegalArgumentException("a quote " + quote + " is not closed");
        }
        if (inWord) {
            words.add(word.toString());
        }
        return List.copyOf(words);
    }

    private static String quote(String word) {
        return NEEDS_NO_QUOTES.matcher(word).matches()
                ? word
                : "'" + word.replace("'", "'\\''") + "'";
    }
}
