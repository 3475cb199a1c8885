package io.mcpsf.service.api;

import io.mcpsf.service.job.JobState;
import io.mcpsf.service.storage.Database;
import io.mcpsf.service.worker.WorkerRegistry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;

/** Figures for Prometheus, in its text format. */
final class Metrics {

    /** Upper bounds in milliseconds. */
    private static final int[] BOUNDS = {1, 5, 10, 25, 50, 100, 250, 1_000, 5_000};

    private record Key(String operation, int status) {}

    private final Map<Key, LongAdder> requests = new ConcurrentHashMap<>();
    private final LongAdder[] buckets = new LongAdder[BOUNDS.length + 1];
    private final LongAdder nanos = new LongAdder();
    private final AtomicInteger streams = new AtomicInteger();
    private final Database database;
    private final WorkerRegistry attendance;
    private final IntSupplier warm;

    Metrics(Database database, WorkerRegistry attendance, IntSupplier warm) {
        this.database = database;
        this.attendance = attendance;
        this.warm = warm;
        for (int i = 0; i < buckets.length; i++) {
            buckets[i] = new LongAdder();
        }
    }

    void request(String operation, int status, long took) {
        requests.computeIfAbsent(new Key(operation, status), _ -> new LongAdder()).increment();
        int i = 0;
        while (i < BOUNDS.length && took > BOUNDS[i] * 1_000_000L) {
            i++;
        }
        buckets[i].increment();
        nanos.add(took);
    }

    /** Counts the streams that are open. */
    AtomicInteger streams() {
        return streams;
    }

    /** The jobs are those of a team, or all when it is empty. */
    String text(String team) {
        var lines = new ArrayList<String>();
        head(lines, "mcpsf_http_requests_total", "counter", "Requests by operation and status.");
        var sorted = new TreeMap<String, Long>();
        requests.forEach(
                (key, count) ->
                        sorted.put(
                                "operation=\"%s\",status=\"%d\""
                                        .formatted(key.operation(), key.status()),
                                count.sum()));
        sorted.forEach(
                (labels, count) -> lines.add("mcpsf_http_requests_total{" + labels + "} " + count));
        histogram(lines);
        Map<String, Long> states = new HashMap<>();
        database.read(
                sql ->
                        sql.all(
                                "SELECT state, count(*) AS jobs FROM jobs WHERE (? = '' OR team ="
                                        + " ?) GROUP BY state",
                                row -> states.put(row.text("state"), row.number("jobs")) == null,
                                team,
                                team));
        head(lines, "mcpsf_jobs", "gauge", "Jobs by state.");
        for (JobState state : JobState.values()) {
            lines.add(
                    "mcpsf_jobs{state=\"%s\"} %d"
                            .formatted(
                                    state.name().toLowerCase(Locale.ROOT),
                                    states.getOrDefault(state.name(), 0L)));
        }
        List<WorkerRegistry.Present> workers = attendance.all();
        gauge(lines, "mcpsf_workers", "Workers seen recently.", workers.size());
        gauge(
                lines,
                "mcpsf_worker_slots",
                "Total worker slots.",
                workers.stream().mapToInt(WorkerRegistry.Present::slots).sum());
        gauge(
                lines,
                "mcpsf_warm_processes",
                "Processes of this service that wait for a job.",
                warm.getAsInt());
        gauge(lines, "mcpsf_event_streams", "Open event streams.", streams.get());
        Runtime runtime = Runtime.getRuntime();
        gauge(
                lines,
                "mcpsf_memory_used_bytes",
                "Heap in use.",
                runtime.totalMemory() - runtime.freeMemory());
        return String.join("\n", lines) + "\n";
    }

    private void histogram(List<String> lines) {
        String name = "mcpsf_http_request_seconds";
        head(lines, name, "histogram", "Time to send the response.");
        long count = 0;
        for (int i = 0; i < BOUNDS.length; i++) {
            count += buckets[i].sum();
            lines.add("%s_bucket{le=\"%s\"} %d".formatted(name, BOUNDS[i] / 1000.0, count));
        }
        count += buckets[BOUNDS.length].sum();
        lines.add("%s_bucket{le=\"+Inf\"} %d".formatted(name, count));
        lines.add(String.format(Locale.ROOT, "%s_sum %.6f", name, nanos.sum() / 1e9));
        lines.add("%s_count %d".formatted(name, count));
    }

    private static void gauge(List<String> lines, String name, String help, long value) {
        head(lines, name, "gauge", help);
        lines.add(name + " " + value);
    }

    private static void head(List<String> lines, String name, String type, String help) {
        lines.add("# HELP " + name + " " + help);
        lines.add("# TYPE " + name + " " + type);
    }
}
