package io.mcpsf.inspect;

import java.util.ArrayList;
import java.util.List;

/** A line of words with quotes, read as a shell would, without what only a shell can do. */
public final class CommandLine {

    private static final int LONGEST = 8192;

    private final String line;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean inWord;
    private int at;

    private CommandLine(String line) {
        this.line = line;
    }

    /** The words of a line, at least one, or {@link BadCommandException}. */
    public static List<String> parse(String line) {
        if (line.length() > LONGEST) {
            throw new BadCommandException("The command is longer than " + LONGEST + " characters.");
        }
        List<String> words = new CommandLine(line).words();
        if (words.isEmpty() || words.getFirst().isEmpty()) {
            throw new BadCommandException("The command is empty.");
        }
        return words;
    }

    private List<String> words() {
        while (at < line.length()) {
            char c = line.charAt(at++);
            switch (c) {
                case ' ', '\t', '\n', '\r' -> endWord();
                case '\'', '"' -> quoted(c);
                case '\\' -> take(next("\\"));
                case '|', '&', ';', '<', '>', '`' ->
                        throw new BadCommandException(
                                "The command is not run by a shell, so '%s' has no meaning in it. Quote it, or use sh -c '…'."
                                        .formatted(c));
                case '\0' -> throw new BadCommandException("The command contains a NUL character.");
                default -> take(c);
            }
        }
        endWord();
        return List.copyOf(words);
    }

    private void quoted(char quote) {
        inWord = true;
        char c = next("" + quote);
        while (c != quote) {
            boolean escape =
                    c == '\\'
                            && quote == '"'
                            && at < line.length()
                            && "\"\\$`".indexOf(line.charAt(at)) >= 0;
            take(escape ? next("\"") : c);
            c = next("" + quote);
        }
    }

    private char next(String open) {
        if (at >= line.length()) {
            throw new BadCommandException("The command ends after an open " + open + ".");
        }
        return line.charAt(at++);
    }

    private void take(char c) {
        if (c == '\0') {
            throw new BadCommandException("The command contains a NUL character.");
        }
        inWord = true;
        word.append(c);
    }

    private void endWord() {
        if (inWord) {
            words.add(word.toString());
            word.setLength(0);
            inWord = false;
        }
    }
}
