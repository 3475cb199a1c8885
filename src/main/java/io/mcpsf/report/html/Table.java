package io.mcpsf.report.html;

import java.util.BitSet;
import java.util.List;

/** A table that can be scrolled sideways on a narrow screen; says how many rows it leaves out. */
final class Table {

    /** A word of this length stays on one line. */
    private static final int SHORT = 24;

    private final Page page;
    private final String label;
    private final Page rows = new Page();
    private List<String> columns = List.of();
    private final BitSet numbers = new BitSet();
    private int count;
    private int cell;

    Table(Page page, String label) {
        this.page = page;
        this.label = label;
    }

    void head(String... names) {
        columns = List.of(names);
    }

    /** One row; each cell is written by one of the cell methods. */
    void row(boolean cited, Runnable... cells) {
        count++;
        Page.Inside inside =
                () -> {
                    for (cell = 0; cell < cells.length; cell++) {
                        cells[cell].run();
                    }
                };
        if (cited) {
            rows.in("tr", inside, "class", "cited");
        } else {
            rows.in("tr", inside);
        }
    }

    void code(String hostile) {
        String style = hostile.length() <= SHORT ? "short" : "";
        rows.in("td", () -> rows.put("code", style, hostile));
    }

    void text(String hostile) {
        rows.put("td", "", hostile);
    }

    void number(long value) {
        numbers.set(cell);
        rows.put("td", "number", "" + value);
    }

    void event(long seq) {
        rows.in("td", () -> rows.event(seq));
    }

    void events(List<Long> seqs) {
        rows.in("td", () -> seqs.forEach(seq -> rows.event(seq).text(" ")));
    }

    /** Puts the table on its page; {@code total} says how many rows there would be. */
    void write(long total) {
        page.in(
                "div",
                () ->
                        page.in(
                                "table",
                                () -> {
                                    page.put("caption", "unseen", label);
                                    page.in("thead", () -> page.in("tr", this::names));
                                    page.in("tbody", () -> page.take(rows));
                                }),
                "class",
                "scroll",
                "tabindex",
                "0",
                "role",
                "region",
                "aria-label",
                label);
        if (total > count) {
            page.put("p", "quiet", PageText.MORE_ROWS.formatted(total - count));
        }
    }

    private void names() {
        for (int i = 0; i < columns.size(); i++) {
            String name = columns.get(i);
            String style = numbers.get(i) ? "number" : "";
            page.in("th", () -> page.text(name), "scope", "col", "class", style);
        }
    }
}
