package io.mcpsf.service.job;

import io.mcpsf.service.storage.Blobs;
import io.mcpsf.service.storage.Database;
import io.mcpsf.service.storage.Ids;
import io.mcpsf.service.storage.Sql;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** Deletes what is not wanted any more: rows and bytes, all of them. */
public final class Erasure {

    private static final List<String> OF_A_JOB =
            List.of("events", "files", "findings", "indicators");
    private static final int AT_ONCE = 200;

    private final Database database;
    private final Blobs blobs;
    private final InstantSource clock;

    public Erasure(Database database, Blobs blobs, InstantSource clock) {
        this.database = database;
        this.blobs = blobs;
        this.clock = clock;
    }

    /**
     * Deletes a job that is over with everything about it; false when it is not over. The bytes go
     * first: were the rows to go first, a crash between would leave bytes that nobody knows of.
     */
    public boolean job(Job job) throws IOException {
        if (!job.state().over()) {
            return false;
        }
        blobs.deleteAll("jobs/" + job.id());
        String source = job.asked().source();
        boolean last = database.write(sql -> rows(sql, job));
        if (last && source.startsWith(Uploads.PREFIX)) {
            upload(source.substring(Uploads.PREFIX.length()));
        }
        return true;
    }

    /** True when no other job has the same source. */
    private static boolean rows(Sql sql, Job job) throws SQLException {
        for (String table : OF_A_JOB) {
            sql.change("DELETE FROM " + table + " WHERE job = ?", job.id());
        }
        sql.change("DELETE FROM repeats WHERE made = ?", job.id());
        sql.change("DELETE FROM jobs WHERE id = ?", job.id());
        return sql.number("SELECT count(*) FROM jobs WHERE source = ?", job.asked().source()) == 0;
    }

    private void upload(String id) throws IOException {
        if (!Ids.isId(id)) {
            return;
        }
        blobs.deleteAll(Uploads.blob(id));
        database.write(sql -> sql.change("DELETE FROM uploads WHERE id = ?", id));
    }

    /** How much of a key was erased, and what still runs and has to end first. */
    public record Erased(int jobs, int uploads, int executions, int snapshots, int running) {}

    /** Everything of a key. What runs is asked to stop and is not erased yet. */
    public Erased key(String keyId, Jobs jobs) throws IOException {
        int erased = 0;
        int running = 0;
        for (String id :
                database.read(
                        sql ->
                                sql.all(
                                        "SELECT id FROM jobs WHERE key_id = ?",
                                        row -> row.text("id"),
                                        keyId))) {
            jobs.cancel(id, "an erasure");
            Job job = jobs.find(id).orElse(null);
            if (job != null && job(job)) {
                erased++;
            } else if (job != null) {
                running++;
            }
        }
        int uploads = 0;
        for (String id :
                database.read(
                        sql ->
                                sql.all(
                                        "SELECT id FROM uploads WHERE key_id = ?",
                                        row -> row.text("id"),
                                        keyId))) {
            upload(id);
            uploads++;
        }
        int executions = sessionThings("executions", "key_id = ?", keyId);
        int snapshots = sessionThings("snapshots", "key_id = ?", keyId);
        database.write(sql -> sql.change("DELETE FROM repeats WHERE key_id = ?", keyId));
        return new Erased(erased, uploads, executions, snapshots, running);
    }

    /** The logs of what ran in sessions, and their snapshots; bytes first, as with jobs. */
    private int sessionThings(String table, String condition, Object... values) throws IOException {
        String words = "SELECT id FROM " + table + " WHERE " + condition;
        int count = 0;
        for (String id : database.read(sql -> sql.all(words, row -> row.text("id"), values))) {
            blobs.deleteAll(table + "/" + id);
            database.write(sql -> sql.change("DELETE FROM " + table + " WHERE id = ?", id));
            count++;
        }
        return count;
    }

    /**
     * Everything of one session: what ran in it, and its snapshots; of that team and key alone,
     * where they are not empty.
     */
    public Erased session(String id, String team, String keyId) throws IOException {
        String whose = "session = ? AND (? = '' OR team = ?) AND (? = '' OR key_id = ?)";
        return new Erased(
                0,
                0,
                sessionThings("executions", whose, id, team, team, keyId, keyId),
                sessionThings("snapshots", whose, id, team, team, keyId, keyId),
                0);
    }

    /**
     * The bytes that attempts brought which then died: they belong to no report. A worker that is
     * only slow may still be bringing some when its job is over, so that every job of the last day
     * that took more than one attempt is looked at again and again.
     */
    public void deadAttempts() throws IOException {
        for (Job job :
                database.read(
                        sql ->
                                sql.all(
                                        "SELECT * FROM jobs WHERE attempt > 1 AND finished > ? AND"
                                                + " state IN "
                                                + JobState.OVER
                                                + " ORDER BY finished DESC LIMIT "
                                                + AT_ONCE,
                                        Job::read,
                                        clock.millis() - Duration.ofDays(1).toMillis()))) {
            if (job.state() == JobState.DONE) {
                blobs.deleteBeside(blobs(job));
            } else {
                blobs.deleteAll("jobs/" + job.id());
            }
        }
    }

    /** All blobs of the last attempt of a job are below this name. */
    public static String blobs(Job job) {
        return "jobs/" + job.id() + "/" + job.attempt().token();
    }

    /** What nobody needs any more: old uploads, old idempotency keys, and jobs older than kept. */
    public void sweep(Duration jobsKept) throws IOException {
        long now = clock.millis();
        database.write(
                sql ->
                        sql.change(
                                "DELETE FROM repeats WHERE created < ?",
                                now - Duration.ofDays(1).toMillis()));
        for (String id :
                database.read(
                        sql ->
                                sql.all(
                                        "SELECT u.id FROM uploads u WHERE u.expires < ? AND NOT"
                                                + " EXISTS (SELECT 1 FROM jobs j WHERE j.source ="
                                                + " 'upload:' || u.id AND j.state NOT IN "
                                                + JobState.OVER
                                                + ") LIMIT "
                                                + AT_ONCE,
                                        row -> row.text("id"),
                                        now))) {
            upload(id);
        }
        if (!jobsKept.isZero()) {
            sessionThings("executions", "started < ?", now - jobsKept.toMillis());
            sessionThings("snapshots", "made < ?", now - jobsKept.toMillis());
            for (Job job :
                    database.read(
                            sql ->
                                    sql.all(
                                            "SELECT * FROM jobs WHERE finished > 0 AND finished < ?"
                                                    + " ORDER BY finished LIMIT "
                                                    + AT_ONCE,
                                            Job::read,
                                            now - jobsKept.toMillis()))) {
                job(job);
            }
        }
        // What still ran when its key was erased.
        for (Job job :
                database.read(
                        sql ->
                                sql.all(
                                        "SELECT j.* FROM jobs j JOIN access_keys k ON k.id ="
                                                + " j.key_id WHERE k.name = 'erased' AND k.revoked"
                                                + " > 0 AND j.finished > 0 LIMIT "
                                                + AT_ONCE,
                                        Job::read))) {
            job(job);
        }
    }
}
