package io.mcpsf.report;

import io.mcpsf.model.Severity;
import io.mcpsf.model.Verdict;
import io.mcpsf.text.Columns;
import io.mcpsf.text.Printable;

import java.util.List;

/**
 * The only maker of terminal sequences. Everything it is handed is already printable, or goes
 * through {@link #safe} first.
 */
final class Paint {

    private static final String OUR_SIGNS = "…✓✗·─│┌┐└┘█░→–’";
    private static final String IN_ASCII = "~+x-" + "-|++++" + "#." + ">-'";

    private final Screen screen;

    Paint(Screen screen) {
        this.screen = screen;
    }

    /** A hostile text within so many columns of this screen. */
    String safe(String hostile, int columns) {
        int room = Math.max(1, columns);
        return screen.utf8()
                ? Printable.line(hostile, room)
                : Printable.ascii(signs(hostile), room);
    }

    /** A hostile text on so many lines; what is too long ends behind a word. */
    List<String> lines(String hostile, int columns, int maxLines) {
        int width = Math.max(2, columns);
        return Columns.wrap(safe(hostile, 4 * width * maxLines), width, maxLines).stream()
                .map(this::signs)
                .toList();
    }

    /** The same on one line. */
    String brief(String hostile, int columns) {
        List<String> lines = lines(hostile, columns, 1);
        return lines.isEmpty() ? "" : lines.getFirst();
    }

    /** Our own words, with signs that this screen can show. */
    String signs(String ours) {
        if (screen.utf8()) {
            return ours;
        }
        var out = new StringBuilder(ours.length());
        for (int i = 0; i < ours.length(); i++) {
            int sign = OUR_SIGNS.indexOf(ours.charAt(i));
            out.append(sign < 0 ? ours.charAt(i) : IN_ASCII.charAt(sign));
        }
        return out.toString();
    }

    String bold(String printable) {
        return sequence("1", printable);
    }

    String dim(String printable) {
        return sequence("2", printable);
    }

    String good(String printable) {
        return sequence("32", printable);
    }

    String bad(String printable) {
        return sequence("31", printable);
    }

    String block(Verdict verdict, String printable) {
        return sequence(
                switch (verdict) {
                    case MALICIOUS -> "1;97;41";
                    case SUSPICIOUS -> "1;97;45";
                    case RISKY -> "30;43";
                    case NOTHING_SEEN -> "30;42";
                    case INCONCLUSIVE -> "30;46";
                },
                printable);
    }

    String severity(Severity severity, String printable) {
        return sequence(
                switch (severity) {
                    case CRITICAL -> "1;31";
                    case HIGH -> "31";
                    case MEDIUM -> "33";
                    case LOW -> "36";
                    case INFO -> "2";
                },
                printable);
    }

    /** A bar of 0 to 100; high is painted as bad or as good. */
    String bar(int value, int columns, boolean highIsBad) {
        int full = (int) Math.round(value * columns / 100.0);
        if (value > 0 && full == 0) {
            full = 1;
        }
        boolean high = value >= 60;
        String filled = signs("█".repeat(full));
        String colour;
        if (value >= 30 && !high) {
            colour = "33";
        } else {
            colour = high == highIsBad ? "31" : "32";
        }
        return sequence(colour, filled) + dim(signs("░".repeat(columns - full)));
    }

    String fit(String printable, int columns) {
        return Columns.of(printable) <= columns
                ? printable
                : Columns.head(printable, columns - 1) + signs("…");
    }

    private String sequence(String code, String printable) {
        return screen.colour() && !printable.isEmpty()
                ? "\u001b[" + code + "m" + printable + "\u001b[0m"
                : printable;
    }
}
