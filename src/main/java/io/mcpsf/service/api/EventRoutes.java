package io.mcpsf.service.api;

import io.mcpsf.service.access.Role;
import io.mcpsf.service.job.EventHub;
import io.mcpsf.service.job.EventLog;
import io.mcpsf.service.job.Job;
import io.mcpsf.service.job.Jobs;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Live events as a stream (server-sent events). */
final class EventRoutes {

    private static final long HEARTBEAT_MILLIS = 15_000;
    private static final int MOST_STREAMS = 5_000;
    private static final byte[] STILL_HERE = ": still here\n\n".getBytes(StandardCharsets.US_ASCII);

    private final Jobs jobs;
    private final EventHub hub;
    private final AtomicInteger streams;

    EventRoutes(Jobs jobs, EventHub hub, AtomicInteger streams) {
        this.jobs = jobs;
        this.hub = hub;
        this.streams = streams;
    }

    List<Route> routes() {
        return List.of(
                Route.of("jobEvents", "GET /api/v1/jobs/{id}/events", Role.VIEWER, this::events));
    }

    private Reply events(Ask ask) {
        long after = ask.number("after", 0, 9_007_199_254_740_991L, 0);
        String last = ask.header("Last-Event-ID");
        if (last.matches("[0-9]{1,15}")) {
            after = Long.parseLong(last);
        }
        Job job = JobRoutes.job(ask, jobs);
        if (hub.closing() || streams.get() >= MOST_STREAMS) {
            throw Problem.of(503, "unavailable", "There are too many streams; ask again later.");
        }
        long from = after;
        return Reply.live("text/event-stream", out -> stream(out, job, from))
                .with("X-Accel-Buffering", "no");
    }

    private void stream(OutputStream out, Job job, long after)
            throws IOException, InterruptedException {
        streams.incrementAndGet();
        try (EventHub.Listener listener = hub.listen(job, after)) {
            // Something at once, so that whoever waits knows that we are here.
            out.write(STILL_HERE);
            out.flush();
            if (job.state().over() && after >= job.lastEvent()) {
                return;
            }
            while (!hub.closing()) {
                List<EventLog.Kept> events = listener.next(HEARTBEAT_MILLIS);
                var text = new StringBuilder();
                boolean over = false;
                for (EventLog.Kept event : events) {
                    text.append("id: ").append(event.n()).append('\n');
                    text.append("event: ").append(event.kind()).append('\n');
                    text.append("data: ").append(event.line()).append("\n\n");
                    over |= event.kind().equals("end");
                }
                out.write(
                        events.isEmpty()
                                ? STILL_HERE
                                : text.toString().getBytes(StandardCharsets.UTF_8));
                out.flush();
                if (over || (events.isEmpty() && gone(job))) {
                    return;
                }
            }
        } finally {
            streams.decrementAndGet();
        }
    }

    private boolean gone(Job job) {
        return jobs.find(job.id()).isEmpty();
    }
}
