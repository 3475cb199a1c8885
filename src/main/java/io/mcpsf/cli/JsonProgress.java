package io.mcpsf.cli;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.json.Json;
import io.mcpsf.model.EventLevel;
import io.mcpsf.model.EventType;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.ProcessObservation.CallRefused;
import io.mcpsf.model.Seen;
import io.mcpsf.report.InWords;
import io.mcpsf.text.JsonText;

import tools.jackson.databind.node.ObjectNode;

import java.io.PrintStream;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Progress for programs: {@code {"kind":"phase","phase":{…}}}, one to a line, as the events of the
 * service are. A thread of its own writes, because the sample waits while an event is told; what is
 * too much is counted and not told.
 */
final class JsonProgress implements ShownProgress {

    private static final int MOST_WAITING = 10_000;
    private static final int MOST_SEEN = 5_000;

    /** Alarms are told beyond that, for they are why somebody looks. */
    private static final int MOST_ALARMS = 1_000;

    private static final int LONGEST_DATA = 8_000;
    private static final int LONGEST_TEXT = 1_000;
    private static final long COUNTS_EVERY_NANOS = 250_000_000;

    private final PrintStream err;
    private final BlockingQueue<ObjectNode> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final AtomicLong told = new AtomicLong();
    private final AtomicLong alarms = new AtomicLong();
    private final AtomicLong untold = new AtomicLong();
    private final Thread printer;
    private volatile long total;
    private volatile long alerts;
    private volatile long counted;
    private volatile boolean closing;

    private JsonProgress(PrintStream err) {
        this.err = err;
        this.printer = Thread.ofPlatform().daemon().name("progress").unstarted(this::print);
    }

    static JsonProgress start(PrintStream err) {
        var progress = new JsonProgress(err);
        progress.printer.start();
        return progress;
    }

    @Override
    public void phase(Phase phase, String detail) {
        tell("phase", Json.object().put("phase", phase.name()).put("detail", cut(detail)));
    }

    @Override
    public void done(Phase phase, PhaseResult result) {
        tell(
                "done",
                Json.object()
                        .put("phase", phase.name())
                        .put("status", result.status().name())
                        .put("ms", result.millis())
                        .put("why", cut(result.why())));
    }

    @Override
    public void note(String what) {
        tell("note", Json.object().put("text", cut(what)));
    }

    @Override
    public void events(long all, long alarming) {
        total = all;
        alerts = alarming;
        long now = System.nanoTime();
        if (now - counted > COUNTS_EVERY_NANOS) {
            counted = now;
            counts();
        }
    }

    private void counts() {
        tell(
                "counts",
                Json.object()
                        .put("total", total)
                        .put("alerts", alerts)
                        .put("untold", untold.get()));
    }

    @Override
    public void seen(Seen seen) {
        EventLevel level = EventLevel.of(seen.what());
        boolean alarm = level == EventLevel.CRITICAL || seen.what() instanceof CallRefused;
        if (dull(seen)) {
            return;
        }
        boolean room =
                alarm
                        ? alarms.incrementAndGet() <= MOST_ALARMS
                        : told.incrementAndGet() <= MOST_SEEN;
        if (!room) {
            untold.incrementAndGet();
            return;
        }
        ObjectNode data = EvidenceFormat.node(seen);
        ObjectNode body =
                Json.object()
                        .put("seq", seen.seq())
                        .put("micros", seen.at().micros())
                        .put("phase", seen.at().phase().name())
                        .put("record", seen.what().getClass().getSimpleName())
                        .put("type", EventType.of(seen.what()).name())
                        .put("level", level.name())
                        .put("alarm", alarm)
                        .put("text", cut(InWords.of(seen.what())));
        if (Json.text(data).length() <= LONGEST_DATA) {
            body.set("data", data);
        }
        tell("seen", body);
    }

    /** Programs read their own code and libraries all the time. */
    private static boolean dull(Seen seen) {
        return seen.what() instanceof FileOpened opened
                && (opened.access() == Access.READ || opened.access() == Access.LOOK)
                && opened.path().matches("/(usr|opt|proc|etc|lib|lib64)/.*");
    }

    private void tell(String kind, ObjectNode body) {
        ObjectNode node = Json.object().put("kind", kind);
        node.set(kind, body);
        if (!waiting.offer(node)) {
            untold.incrementAndGet();
        }
    }

    private static String cut(String hostile) {
        return hostile.length() <= LONGEST_TEXT ? hostile : hostile.substring(0, LONGEST_TEXT);
    }

    private void print() {
        try {
            while (!closing || !waiting.isEmpty()) {
                ObjectNode node = waiting.poll(50, TimeUnit.MILLISECONDS);
                if (node != null) {
                    err.print(JsonText.visible(Json.text(node)) + "\n");
                }
                if (waiting.isEmpty()) {
                    err.flush();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        counts();
        closing = true;
        try {
            printer.join(TimeUnit.SECONDS.toMillis(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
