package io.mcpsf.service.job;

import io.mcpsf.service.storage.Database;
import io.mcpsf.service.storage.Sealed;
import io.mcpsf.service.storage.Sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The events of all jobs, numbered within each from 1 without gaps. */
public final class EventLog {

    private final Database database;

    public EventLog(Database database) {
        this.database = database;
    }

    /** One event as it was kept: {@code line} is its JSON. */
    public record Kept(long n, String kind, String line) {}

    /** At most so many events behind a number. */
    public List<Kept> after(String job, long n, int limit) {
        return database.read(
                sql ->
                        sql.all(
                                "SELECT n, kind, body FROM events WHERE job = ? AND n > ? ORDER BY"
                                        + " n LIMIT ?",
                                row ->
                                        new Kept(
                                                row.number("n"),
                                                row.text("kind"),
                                                row.unsealed("body", about(job, row.number("n")))),
                                job,
                                n,
                                limit));
    }

    /** The line of the latest event of a kind, or empty. */
    public String latest(String job, String kind) {
        return database.read(
                        sql ->
                                sql.first(
                                        "SELECT n, body FROM events WHERE job = ? AND kind = ?"
                                                + " ORDER BY n DESC LIMIT 1",
                                        row -> row.unsealed("body", about(job, row.number("n"))),
                                        job,
                                        kind))
                .orElse("");
    }

    /**
     * Adds events within a transaction. The row of the job is what makes everybody wait for their
     * number, so that a reader never sees a later event before an earlier one.
     */
    static void append(Sql sql, String job, List<JobEvent> events) throws SQLException {
        if (events.isEmpty()) {
            return;
        }
        long last =
                sql.number(
                        "UPDATE jobs SET last_event = last_event + ? WHERE id = ? RETURNING"
                                + " last_event",
                        events.size(),
                        job);
        if (last == 0) {
            return;
        }
        long now = sql.number("SELECT {now}");
        var rows = new ArrayList<Object[]>();
        long n = last - events.size();
        for (JobEvent event : events) {
            n++;
            var line = new Sealed(about(job, n), JobEvent.line(n, now, event));
            rows.add(new Object[] {job, n, now, event.kind(), line});
        }
        sql.changeAll("INSERT INTO events VALUES (?, ?, ?, ?, ?)", rows);
    }

    private static String about(String job, long n) {
        return "event %d of %s".formatted(n, job);
    }
}
