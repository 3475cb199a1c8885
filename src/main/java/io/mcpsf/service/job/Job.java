package io.mcpsf.service.job;

import io.mcpsf.service.storage.Row;
import io.mcpsf.service.storage.Sealed;

import java.sql.SQLException;

/** One job as it is kept. */
public record Job(
        String id,
        JobState state,
        String keyId,
        String team,
        Asked asked,
        Times times,
        Attempt attempt,
        Ends ends,
        long lastEvent,
        long version) {

    /** What was asked; {@code request} is JSON without secrets. */
    public record Asked(
            String source, String profile, String label, int priority, String request) {}

    /** In milliseconds since 1970, zero for not yet. */
    public record Times(long submitted, long started, long finished) {}

    /** Who tries it; {@code token} is known only to the worker that has it. */
    public record Attempt(int number, int most, String worker, String token, boolean cancelAsked) {}

    /** What became of it; each is JSON or empty. */
    public record Ends(String approval, String result, String failure) {}

    /** Lies there encrypted when there is a master key: what nobody looks for by its words. */
    static Sealed sealed(String column, String id, String text) {
        return new Sealed(column + " of " + id, text);
    }

    private static String unsealed(Row row, String column) throws SQLException {
        return row.unsealed(column, column + " of " + row.text("id"));
    }

    public static Job read(Row row) throws SQLException {
        return new Job(
                row.text("id"),
                JobState.valueOf(row.text("state")),
                row.text("key_id"),
                row.text("team"),
                new Asked(
                        row.text("source"),
                        row.text("profile"),
                        row.text("label"),
                        row.small("priority"),
                        unsealed(row, "request")),
                new Times(row.number("submitted"), row.number("started"), row.number("finished")),
                new Attempt(
                        row.small("attempt"),
                        row.small("attempts"),
                        row.text("worker"),
                        row.text("token"),
                        row.fact("cancel_asked")),
                new Ends(
                        unsealed(row, "approval"),
                        unsealed(row, "result"),
                        unsealed(row, "failure")),
                row.number("last_event"),
                row.number("version"));
    }
}
