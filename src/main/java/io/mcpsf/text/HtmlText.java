package io.mcpsf.text;

/** Hostile text inside an HTML document: only ever text, never a tag, an attribute or an entity. */
public final class HtmlText {

    private HtmlText() {}

    /** Between tags. */
    public static String text(String hostile, int columns) {
        return escape(Printable.line(hostile, columns));
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
