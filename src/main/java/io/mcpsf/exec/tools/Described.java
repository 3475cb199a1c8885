package io.mcpsf.exec.tools;

import io.mcpsf.text.Printable;

import java.util.List;

/**
 * A stranger's description where code is written: text in a string of Python or a comment of
 * TypeScript, which it cannot end, in lines that hide nothing.
 */
final class Described {

    private static final int LINES = 60;
    private static final int COLUMNS = 400;

    private Described() {}

    /** One line for a list. */
    static String brief(String hostile) {
        return Printable.line(hostile.strip().lines().findFirst().orElse(""), 120);
    }

    /** The inside of a string between three quotes. */
    static String python(String hostile, String indent) {
        return joined(hostile, indent, line -> line.replace("\\", "\\\\").replace("\"", "\\\""));
    }

    /** The inside of a comment, each line behind a star. */
    static String comment(String hostile, String indent) {
        return joined(
                hostile, indent + " * ", line -> line.replace("*/", "* /").replace("/*", "/ *"));
    }

    private static String joined(
            String hostile, String before, java.util.function.UnaryOperator<String> escape) {
        List<String> lines = hostile.strip().lines().limit(LINES + 1L).toList();
        var out = new StringBuilder();
        for (String line : lines.subList(0, Math.min(lines.size(), LINES))) {
            String shown = escape.apply(Printable.line(line, COLUMNS));
            out.append((before + shown).stripTrailing()).append('\n');
        }
        if (lines.size() > LINES) {
            out.append(before).append("(more lines)\n");
        }
        return out.toString();
    }
}
