package io.mcpsf.text;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Hostile text inside a Markdown document: it is read, and that is all. A word that any renderer
 * could take for more than a word (a link, a mention, an issue, HTML, emphasis) becomes a code
 * span, inside which nothing is interpreted.
 */
public final class MarkdownText {

    private static final Pattern PLAIN_WORD =
            Pattern.compile("[\\p{L}\\p{M}\\p{N}]+(?:['’-][\\p{L}\\p{M}\\p{N}]+)*[,.;:!?]?");
    private static final Pattern NUMBER_OF_A_LIST = Pattern.compile("\\p{N}+\\.");
    private static final Pattern BACKTICKS = Pattern.compile("`+");

    private MarkdownText() {}

    /** Within a sentence or a list item. */
    public static String prose(String hostile, int columns) {
        return words(Printable.line(hostile, columns));
    }

    /** Within a cell of a table: as prose, and no bar ends the cell. */
    public static String cell(String hostile, int columns) {
        return withoutBars(words(Printable.line(hostile, columns)));
    }

    /** One code span within a sentence or a list item. */
    public static String code(String hostile, int columns) {
        return span(Printable.line(hostile, columns));
    }

    /** One code span within a cell of a table. */
    public static String codeCell(String hostile, int columns) {
        return withoutBars(span(Printable.line(hostile, columns)));
    }

    /** A fenced block of at most so many lines, with a fence that the text can't close. */
    public static String block(String hostile, int columns, int maxLines) {
        var lines =
                Arrays.stream(hostile.split("\r?\n", maxLines + 1))
                        .limit(maxLines)
                        .map(line -> Printable.line(line, columns))
                        .collect(Collectors.joining("\n"));
        String fence = "`".repeat(Math.max(3, longestRun(lines) + 1));
        return fence + "text\n" + lines + "\n" + fence;
    }

    private static String words(String printable) {
        if (printable.isBlank()) {
            return "";
        }
        var out = new StringBuilder();
        var dangerous = new StringBuilder();
        for (String word : printable.strip().split(" +")) {
            boolean listItem = out.isEmpty() && NUMBER_OF_A_LIST.matcher(word).matches();
            if (PLAIN_WORD.matcher(word).matches() && !word.startsWith("www") && !listItem) {
                flush(dangerous, out);
                separate(out).append(word);
            } else {
                // Neighbours share one span, so that a command line stays one piece.
                separate(dangerous).append(word);
            }
        }
        flush(dangerous, out);
        return out.toString();
    }

    private static void flush(StringBuilder dangerous, StringBuilder out) {
        if (!dangerous.isEmpty()) {
            // The stop behind an address belongs to the sentence.
            int end = dangerous.length();
            boolean stop = end > 1 && ".,;:".indexOf(dangerous.charAt(end - 1)) >= 0;
            separate(out).append(span(dangerous.substring(0, stop ? end - 1 : end)));
            out.append(stop ? dangerous.substring(end - 1) : "");
            dangerous.setLength(0);
        }
    }

    private static StringBuilder separate(StringBuilder out) {
        return out.isEmpty() ? out : out.append(' ');
    }

    private static String span(String printable) {
        if (printable.isBlank()) {
            return "` `";
        }
        String fence = "`".repeat(longestRun(printable) + 1);
        boolean touches = printable.startsWith("`") || printable.endsWith("`");
        String padding = touches ? " " : "";
        return fence + padding + printable + padding + fence;
    }

    /**
     * Tables are cut at bars before spans are seen, so a bar is escaped even inside a span; behind
     * a backslash that would not help, and the bar is shown by its number.
     */
    private static String withoutBars(String markdown) {
        return markdown.replace("\\|", "\\\\x7c").replace("|", "\\|");
    }

    private static int longestRun(String text) {
        return BACKTICKS.matcher(text).results().mapToInt(r -> r.group().length()).max().orElse(0);
    }
}
