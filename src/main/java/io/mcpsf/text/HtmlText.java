package io.mcpsf.text;

/** Hostile text inside an HTML document: only ever text, never a tag, an attribute or an entity. */
public final class HtmlText {

    private HtmlText() {}

    /** Between tags. */
    public static String text(String hostile, int columns) {
        return escape(Printable.line(hostile, columns));
    }

    /** Between tags that keep line breaks: at most so many lines, and a word about the others. */
    public static String block(String hostile, int columns, int maxLines) {
        String[] lines = hostile.split("\r?\n", maxLines + 1);
        var out = new StringBuilder();
        for (int i = 0; i < Math.min(lines.length, maxLines); i++) {
            out.append(i == 0 ? "" : "\n").append(text(lines[i], columns));
        }
        if (lines.length > maxLines) {
            out.append("\n…(+").append(lines[maxLines].length()).append(')');
        }
        return out.toString();
    }

    /** Inside a quoted attribute. Whether a URL may stand there is for the caller to decide. */
    public static String attribute(String hostile, int columns) {
        return escape(Printable.line(hostile, columns)).replace("`", "&#96;").replace("=", "&#61;");
    }

    private static String escape(String printable) {
        return printable
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
