package io.mcpsf.cli;

import io.mcpsf.model.EventLevel;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.ProcessObservation.CallRefused;
import io.mcpsf.model.Seen;
import io.mcpsf.report.InWords;
import io.mcpsf.text.Printable;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Every event in a line as it is seen, for {@code --watch}. A thread of its own prints, because the
 * sample waits while an event is told; what the terminal is too slow for is counted and not shown.
 */
final class WatchedProgress implements ShownProgress {

    private static final int MOST_WAITING = 10_000;

    /** Places in the queue that only critical events take, so that no flood hides a decoy. */
    private static final int KEPT_FOR_CRITICAL = 1_000;

    private final PrintStream err;
    private final Style style;
    private final EventFilter filter;
    private final PlainProgress plain;
    private final BlockingQueue<String> lines = new ArrayBlockingQueue<>(MOST_WAITING);
    private final AtomicLong dropped = new AtomicLong();
    private final Thread printer;
    private volatile boolean closing;

    private WatchedProgress(PrintStream err, Style style, EventFilter filter) {
        this.err = err;
        this.filter = filter;
        this.style = style;
        this.plain = new PlainProgress(err, style);
        this.printer = Thread.ofPlatform().daemon().name("watch").unstarted(this::print);
    }

    static WatchedProgress start(PrintStream err, Style style, EventFilter filter) {
        var progress = new WatchedProgress(err, style, filter);
        progress.printer.start();
        return progress;
    }

    @Override
    public void seen(Seen seen) {
        if (filter.shows(seen) && !dull(seen) && !(room(seen) && lines.offer(line(seen)))) {
            dropped.incrementAndGet();
        }
    }

    private boolean room(Seen seen) {
        return EventLevel.of(seen.what()) == EventLevel.CRITICAL
                || lines.remainingCapacity() > KEPT_FOR_CRITICAL;
    }

    @Override
    public void phase(Phase phase, String detail) {}

    @Override
    public void done(Phase phase, PhaseResult result) {
        if (!lines.offer(ShownProgress.ended(style, phase, result))) {
            dropped.incrementAndGet();
        }
    }

    @Override
    public void note(String what) {
        plain.note(what);
    }

    @Override
    public void events(long total, long alerts) {}

    @Override
    public void close() {
        closing = true;
        try {
            printer.join(TimeUnit.SECONDS.toMillis(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (dropped.get() > 0) {
            plain.note(dropped.get() + " events were not shown because they came too fast");
        }
        plain.close();
    }

    /** Programs read their own code and libraries all the time. */
    private static boolean dull(Seen seen) {
        return seen.what() instanceof FileOpened opened
                && (opened.access() == Access.READ || opened.access() == Access.LOOK)
                && opened.path().matches("/(usr|opt|proc|etc|lib|lib64)/.*");
    }

    private String line(Seen seen) {
        String head =
                String.format(
                        Locale.ROOT,
                        "%9.3f %-9s ",
                        seen.at().micros() / 1_000_000.0,
                        InWords.phase(seen.at().phase()));
        int room = Math.max(20, style.screen().columns() - head.length() - 1);
        String words = InWords.of(seen.what());
        String text =
                style.screen().utf8() ? Printable.line(words, room) : Printable.ascii(words, room);
        boolean alarm =
                EventLevel.of(seen.what()) == EventLevel.CRITICAL
                        || seen.what() instanceof CallRefused;
        return style.dim(head) + (alarm ? style.bad(text) : text);
    }

    private void print() {
        try {
            while (!closing || !lines.isEmpty()) {
                String line = lines.poll(100, TimeUnit.MILLISECONDS);
                if (line != null) {
                    err.println(line);
                }
                if (lines.isEmpty()) {
                    err.flush();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
