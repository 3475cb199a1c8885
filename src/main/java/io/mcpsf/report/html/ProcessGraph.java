package io.mcpsf.report.html;

import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.Seen;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The processes drawn over time: one row each, at the moment when it started, with a line from the
 * one that started it. The time line hides what came later and draws where it stands.
 */
final class ProcessGraph {

    private static final int MAX_ROWS = 250;
    private static final int ROW = 22;
    private static final int LEFT = 16;
    private static final int WIDTH = 900;

    /** Names need room behind the last start. */
    private static final int SPAN = 640;

    private static final int LONGEST_NAME = 30;

    private final Page page;
    private final long last;
    private final Map<Integer, Integer> xOf = new HashMap<>();

    ProcessGraph(Page page, long last) {
        this.page = page;
        this.last = Math.max(1, last);
    }

    /** The first exec of each process, in the order in which they are to stand. */
    void write(List<Seen> starts, Predicate<Integer> cited) {
        List<Seen> rows = starts.stream().limit(MAX_ROWS).toList();
        Map<Integer, Integer> rowOf = new HashMap<>();
        for (Seen seen : rows) {
            rowOf.putIfAbsent(started(seen).process(), rowOf.size());
            xOf.putIfAbsent(started(seen).process(), x(seen));
        }
        int height = rows.size() * ROW + ROW;
        page.in(
                "div",
                () ->
                        page.in(
                                "svg",
                                () -> {
                                    page.in("line", () -> {}, bounds("now", LEFT + SPAN, height));
                                    rows.forEach(seen -> row(seen, rowOf, cited));
                                },
                                "viewBox",
                                "0 0 %d %d".formatted(WIDTH, height),
                                "data-left",
                                "" + LEFT,
                                "data-span",
                                "" + SPAN),
                "class",
                "graph",
                "role",
                "group",
                "tabindex",
                "0",
                "aria-label",
                PageText.GRAPH);
    }

    private static String[] bounds(String style, int x, int height) {
        return new String[] {
            "class", style, "x1", "" + x, "x2", "" + x, "y1", "0", "y2", "" + height
        };
    }

    private void row(Seen seen, Map<Integer, Integer> rowOf, Predicate<Integer> cited) {
        ProcessStarted started = started(seen);
        int x = x(seen);
        int y = y(rowOf.getOrDefault(started.process(), 0));
        Integer parent = rowOf.get(started.parent());
        page.in(
                "g",
                () -> {
                    if (parent != null) {
                        page.in(
                                "path",
                                () -> {},
                                "d",
                                "M%d %dV%dH%d"
                                        .formatted(
                                                xOf.getOrDefault(started.parent(), x),
                                                y(parent) + 5,
                                                y,
                                                x - 5));
                    }
                    page.in(
                            "a",
                            () -> {
                                page.in("circle", () -> {}, at(x, y));
                                page.in("text", () -> page.text(name(started)), label(x, y));
                            },
                            "href",
                            "#event-" + seen.seq(),
                            "aria-label",
                            "%s, process %d".formatted(name(started), started.process()));
                },
                "class",
                cited.test(started.process()) ? "node cited" : "node",
                "data-at",
                "" + seen.at().micros() / 1000);
    }

    private static String[] at(int x, int y) {
        return new String[] {"cx", "" + x, "cy", "" + y, "r", "5"};
    }

    private static String[] label(int x, int y) {
        return new String[] {"x", "" + (x + 10), "y", "" + (y + 4)};
    }

    private int x(Seen seen) {
        return LEFT + (int) (SPAN * Math.min(last, seen.at().micros() / 1000) / last);
    }

    private static int y(int row) {
        return row * ROW + ROW / 2;
    }

    private static ProcessStarted started(Seen seen) {
        return (ProcessStarted) seen.what();
    }

    /** The program without its folder, and its first arguments; the whole line stands below. */
    private static String name(ProcessStarted started) {
        List<String> argv = started.argv();
        String first = argv.isEmpty() ? "" : argv.getFirst();
        String program = first.substring(first.lastIndexOf('/') + 1);
        String rest = String.join(" ", argv.subList(Math.min(1, argv.size()), argv.size()));
        String all = (program + " " + rest).replaceAll("\\s+", " ").strip();
        return all.length() > LONGEST_NAME ? all.substring(0, LONGEST_NAME - 1) + "…" : all;
    }
}
