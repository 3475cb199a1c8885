package io.mcpsf.report.html;

import java.util.Locale;

/** A number from 0 to 100 as a ring. */
final class Dial {

    private static final double RADIUS = 44;

    private Dial() {}

    static void draw(Page page, int value, String label, String tone) {
        double whole = 2 * Math.PI * RADIUS;
        String filled = String.format(Locale.ROOT, "%.1f %.1f", whole * value / 100, whole);
        page.in(
                "svg",
                () -> {
                    circle(page, "track", "0 0");
                    circle(page, "value", filled);
                    page.in(
                            "text",
                            () -> page.text("" + value),
                            "class",
                            "number",
                            "x",
                            "50",
                            "y",
                            "54");
                    page.in("text", () -> page.text("of 100"), "class", "of", "x", "50", "y", "69");
                },
                "class",
                "dial " + tone,
                "viewBox",
                "0 0 100 100",
                "role",
                "img",
                "aria-label",
                "%s: %d of 100".formatted(label, value));
    }

    private static void circle(Page page, String style, String dashes) {
        String[] ring = {
            "class", style, "cx", "50", "cy", "50", "r", "44", "stroke-dasharray", dashes
        };
        if (style.equals("track")) {
            ring[9] = "none";
        }
        page.in("circle", () -> {}, ring);
    }
}
