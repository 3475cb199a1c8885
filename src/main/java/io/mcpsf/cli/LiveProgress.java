package io.mcpsf.cli;

import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.report.InWords;
import io.mcpsf.text.Columns;
import io.mcpsf.text.Counted;
import io.mcpsf.text.Printable;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * One status line that moves, above it the finished phases. Draws ten times a second at most, from
 * a thread of its own, so that nobody waits for a slow terminal. Gives the cursor back when it is
 * closed, and the process can't end without that short of a kill.
 */
final class LiveProgress implements ShownProgress {

    private static final String[] DOTS = {"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"};
    private static final String[] STROKES = {"|", "/", "-", "\\"};
    private static final String HIDE_CURSOR = "\u001b[?25l";
    private static final String SHOW_CURSOR = "\u001b[?25h";
    private static final String WIPE_LINE = "\r\u001b[2K";
    private static final long FRAME_MILLIS = 100;

    private final PrintStream err;
    private final Style style;
    private final LongSupplier nanos;
    private final long begun;
    private final ScheduledExecutorService painter =
            Executors.newSingleThreadScheduledExecutor(
                    task -> Thread.ofPlatform().daemon().name("progress").unstarted(task));
    private final Thread restore = new Thread(this::giveBack, "restore-cursor");

    private String phase = "";
    private String detail = "";
    private long events;
    private long alerts;
    private int frame;
    private boolean closed;

    private LiveProgress(PrintStream err, Style style, LongSupplier nanos) {
        this.err = err;
        this.style = style;
        this.nanos = nanos;
        this.begun = nanos.getAsLong();
    }

    static LiveProgress start(PrintStream err, Style style, LongSupplier nanos) {
        var progress = new LiveProgress(err, style, nanos);
        Runtime.getRuntime().addShutdownHook(progress.restore);
        err.print(HIDE_CURSOR);
        var _ =
                progress.painter.scheduleAtFixedRate(
                        progress::draw, FRAME_MILLIS, FRAME_MILLIS, TimeUnit.MILLISECONDS);
        return progress;
    }

    @Override
    public synchronized void phase(Phase phase, String detail) {
        this.phase = InWords.phase(phase);
        this.detail = detail;
    }

    @Override
    public synchronized void done(Phase phase, PhaseResult result) {
        detail = "";
        above(ShownProgress.ended(style, phase, result));
    }

    @Override
    public synchronized void note(String what) {
        above("  " + safe(what, style.screen().columns() - 3));
    }

    @Override
    public synchronized void events(long total, long alerts) {
        this.events = total;
        this.alerts = alerts;
    }

    @Override
    public void close() {
        painter.shutdownNow();
        giveBack();
        try {
            Runtime.getRuntime().removeShutdownHook(restore);
        } catch (IllegalStateException goingDown) {
            // Then the hook runs too, and finds nothing left to do.
            return;
        }
    }

    /** The status line as it is now. */
    synchronized String status() {
        String[] wheel = style.screen().utf8() ? DOTS : STROKES;
        String spin = wheel[Math.floorMod(frame, wheel.length)];
        long millis = (nanos.getAsLong() - begun) / 1_000_000;
        String alarm = alerts > 0 ? Counted.of(alerts, "alert") : "";
        String tail =
                String.format(Locale.ROOT, "%.1f s  ", millis / 1000.0)
                        + Counted.of(events, "event");
        int fixed = 2 + 11 + 2 + tail.length() + (alarm.isEmpty() ? 0 : alarm.length() + 2);
        int room = style.screen().columns() - 1 - fixed;
        String middle = room < 4 ? "" : Columns.pad(safe(detail, room), Math.min(room, 40));
        return style.good(spin)
                + " "
                + style.bold("%-10s".formatted(phase))
                + " "
                + middle
                + "  "
                + style.dim(tail)
                + (alarm.isEmpty() ? "" : "  " + style.bad(alarm));
    }

    private synchronized void draw() {
        if (!closed) {
            frame++;
            err.print(WIPE_LINE + status());
            err.flush();
        }
    }

    private void above(String line) {
        if (!closed) {
            err.print(WIPE_LINE + line + "\n" + status());
            err.flush();
        }
    }

    private synchronized void giveBack() {
        if (!closed) {
            closed = true;
            err.print(WIPE_LINE + SHOW_CURSOR);
            err.flush();
        }
    }

    private String safe(String hostile, int columns) {
        return style.screen().utf8()
                ? Printable.line(hostile, columns)
                : Printable.ascii(hostile, columns);
    }
}
