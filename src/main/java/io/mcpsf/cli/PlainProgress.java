package io.mcpsf.cli;

import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.text.Printable;

import java.io.PrintStream;

/** One line for each finished phase and each note: for pipes, logs and CI. */
final class PlainProgress implements ShownProgress {

    private final PrintStream err;
    private final Style style;

    PlainProgress(PrintStream err, Style style) {
        this.err = err;
        this.style = style;
    }

    @Override
    public void phase(Phase phase, String detail) {}

    @Override
    public void done(Phase phase, PhaseResult result) {
        line(ShownProgress.ended(style, phase, result));
    }

    @Override
    public void note(String what) {
        line(
                "  "
                        + (style.screen().utf8()
                                ? Printable.line(what)
                                : Printable.ascii(what, Printable.LINE)));
    }

    @Override
    public void events(long total, long alerts) {}

    @Override
    public void close() {
        err.flush();
    }

    private synchronized void line(String text) {
        err.println(text);
        err.flush();
    }
}
