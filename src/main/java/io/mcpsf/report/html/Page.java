package io.mcpsf.report.html;

import io.mcpsf.text.HtmlText;

/**
 * HTML in the making. Tags and the names of attributes are ours; every text and every value is
 * escaped on its way in, so that no caller can forget it.
 */
final class Page {

    /** A line of a list: what fits a wide window twice. */
    static final int LINE = 400;

    /** A whole passage, such as the description of a tool. */
    static final int PASSAGE = 4_000;

    private final StringBuilder out = new StringBuilder(1 << 16);

    /** What is written inside an element. */
    @FunctionalInterface
    interface Inside {
        void write();
    }

    /** An element; attributes are given as name, value, name, value. */
    Page in(String tag, Inside inside, String... attributes) {
        begin(tag, attributes);
        inside.write();
        out.append("</").append(tag).append('>');
        return this;
    }

    /** An element of a class. */
    Page box(String tag, String style, Inside inside) {
        return in(tag, inside, "class", style);
    }

    /** An element of a class with nothing but a text of one line in it. */
    Page put(String tag, String style, String hostile) {
        return style.isEmpty()
                ? in(tag, () -> text(hostile))
                : in(tag, () -> text(hostile), "class", style);
    }

    /** An element that has no inside. */
    Page empty(String tag, String... attributes) {
        begin(tag, attributes);
        return this;
    }

    Page text(String hostile) {
        return text(hostile, LINE);
    }

    Page text(String hostile, int columns) {
        out.append(HtmlText.text(hostile, columns));
        return this;
    }

    /** Several lines as they are, in type of one width. */
    Page block(String hostile, int maxLines) {
        return in(
                "pre", () -> out.append(HtmlText.block(hostile, LINE, maxLines)), "tabindex", "0");
    }

    /** Where an observation can be opened: a link to its number. */
    Page event(long seq) {
        return in("a", () -> text("#" + seq), "class", "event", "href", "#event-" + seq);
    }

    /** A section that is opened by whoever wants to know more; its heading is always seen. */
    Page section(String id, String heading, Inside inside) {
        return in(
                "section",
                () ->
                        in(
                                "details",
                                () -> {
                                    in(
                                            "summary",
                                            () ->
                                                    in(
                                                            "h2",
                                                            () -> text(heading),
                                                            "id",
                                                            id + "-heading"));
                                    inside.write();
                                },
                                "class",
                                "room"),
                "id",
                id,
                "class",
                "folded",
                "aria-labelledby",
                id + "-heading");
    }

    /** A section of the page that everybody reads, with its heading. */
    Page shown(String id, String heading, Inside inside) {
        return in(
                "section",
                () -> {
                    in("h2", () -> text(heading), "id", id + "-heading");
                    inside.write();
                },
                "id",
                id,
                "aria-labelledby",
                id + "-heading");
    }

    /** What was written elsewhere for this place. */
    void take(Page other) {
        out.append(other.out);
    }

    String html() {
        return out.toString();
    }

    private void begin(String tag, String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            out.append(HtmlText.attribute(attributes[i + 1], LINE)).append('"');
        }
        out.append('>');
    }
}
