package io.mcpsf.service.api;

import io.mcpsf.service.access.Role;
import io.mcpsf.service.job.EventHub;
import io.mcpsf.service.job.EventLog;
import io.mcpsf.service.job.Job;
import io.mcpsf.service.job.Jobs;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Live events as a stream (server-sent events). */
final class EventRoutes {

    private static final int MOST = 5_000;
    private static final int MOST_OF_A_KEY = 500;
    private static final long HEARTBEAT_NANOS = Duration.ofSeconds(15).toNanos();

    /** How often is looked whether whoever listens still may. */
    private static final long LOOK_MILLIS = 1_000;

    private static final long LOOK_NANOS = Duration.ofMillis(LOOK_MILLIS - 100).toNanos();

    private static final byte[] STILL_HERE = ": still here\n\n".getBytes(StandardCharsets.US_ASCII);

    private final Jobs jobs;
    private final EventHub hub;
    private final Places streams;

    EventRoutes(Jobs jobs, EventHub hub, AtomicInteger open) {
        this.jobs = jobs;
        this.hub = hub;
        this.streams = new Places("streams", MOST, MOST_OF_A_KEY, open);
    }

    List<Route> routes() {
        return List.of(
                Route.of("jobEvents", "GET /api/v1/jobs/{id}/events", Role.VIEWER, this::events));
    }

    private ApiResponse events(ApiRequest ask) {
        long after = ask.number("after", 0, 9_007_199_254_740_991L, 0);
        String last = ask.header("Last-Event-ID");
        if (last.matches("[0-9]{1,15}")) {
            after = Long.parseLong(last);
        }
        Wanted wanted = Wanted.of(ask);
        Job job = JobRoutes.job(ask, jobs);
        if (hub.closing()) {
            throw Problem.busy(5, "The service is shutting down; try again later.");
        }
        Places.Place place = streams.take(ask.who());
        long from = after;
        return ApiResponse.flowing(
                        "text/event-stream",
                        out -> stream(out, job, from, wanted, ask),
                        place::close)
                .with("X-Accel-Buffering", "no");
    }

    private void stream(OutputStream out, Job job, long after, Wanted wanted, ApiRequest ask)
            throws IOException, InterruptedException {
        try (EventHub.Listener listener = hub.listen(job, after)) {
            // Something at once, so that whoever waits knows that we are here.
            out.write(STILL_HERE);
            out.flush();
            if (job.state().over() && after >= job.lastEvent()) {
                return;
            }
            long told = System.nanoTime();
            long looked = told;
            while (!hub.closing()) {
                List<EventLog.Kept> events = listener.next(LOOK_MILLIS);
                if (System.nanoTime() - looked > LOOK_NANOS) {
                    // A key that was revoked must not go on hearing what happens.
                    if (!ask.stillAdmitted()) {
                        return;
                    }
                    looked = System.nanoTime();
                }
                boolean quiet = events.isEmpty();
                if (quiet && System.nanoTime() - told < HEARTBEAT_NANOS) {
                    continue;
                }
                told = System.nanoTime();
                out.write(quiet ? STILL_HERE : text(events, wanted));
                out.flush();
                boolean over = events.stream().anyMatch(event -> event.kind().equals("end"));
                if (over || (quiet && gone(job))) {
                    return;
                }
            }
        }
    }

    private static byte[] text(List<EventLog.Kept> events, Wanted wanted) {
        var text = new StringBuilder();
        for (EventLog.Kept event : events) {
            if (!wanted.has(event)) {
                continue;
            }
            text.append("id: ").append(event.n()).append('\n');
            text.append("event: ").append(event.kind()).append('\n');
            text.append("data: ").append(event.line()).append("\n\n");
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private boolean gone(Job job) {
        return jobs.find(job.id()).isEmpty();
    }
}
