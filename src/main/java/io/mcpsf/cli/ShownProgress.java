package io.mcpsf.cli;

import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.report.InWords;
import io.mcpsf.run.request.Progress;
import io.mcpsf.text.Printable;

import java.util.Locale;

/** Progress that a person looks at, on stderr; closed before the result is printed. */
interface ShownProgress extends Progress, AutoCloseable {

    @Override
    void close();

    /**
     * Moving on a terminal, a line for each phase in a pipe, nothing when quiet, and a line for
     * each event when somebody watches.
     */
    static ShownProgress on(Console console, Results results, boolean watch, EventFilter filter) {
        var style = new Style(console.errScreen(results.colour()));
        if (results.quiet()) {
            return new QuietProgress();
        }
        if (watch) {
            return WatchedProgress.start(console.err(), style, filter);
        }
        return console.errMoves()
                ? LiveProgress.start(console.err(), style, System::nanoTime)
                : new PlainProgress(console.err(), style);
    }

    /** A finished phase in one line, the same for all who show one. */
    static String ended(Style style, Phase phase, PhaseResult result) {
        boolean done = result.status() == PhaseResult.Status.DONE;
        String sign = done ? style.good(style.sign("✓", "+")) : style.bad(style.sign("✗", "x"));
        String why = result.why().isEmpty() ? "" : "  " + result.why();
        String status = done ? "" : lower(result.status()) + ", ";
        String rest =
                "%-12s %s%s%s".formatted(InWords.phase(phase), status, time(result.millis()), why);
        int columns = style.screen().columns() - 3;
        return sign
                + " "
                + (style.screen().utf8()
                        ? Printable.line(rest, columns)
                        : Printable.ascii(rest, columns));
    }

    static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    static String time(long millis) {
        return millis < 1000
                ? millis + " ms"
                : String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
    }
}
