package io.mcpsf.service.job;

import io.mcpsf.json.Json;
import io.mcpsf.service.storage.Database;
import io.mcpsf.service.storage.Ids;
import io.mcpsf.service.storage.Sealer;
import io.mcpsf.service.storage.Sql;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Jobs as workers see them. A worker takes a job for the time of a lease, which it renews while it
 * works. Everything it writes names the token of its attempt, so that a worker that lost its lease
 * can't write any more: a job comes to its end once, whoever dies on the way.
 */
public final class Queue {

    /** A crashed worker's job waits this long before it is tried again, times the attempt. */
    private static final long PAUSE_MILLIS = 1_000;

    private final Database database;
    private final Ids ids;
    private final Sealer sealer;
    private final Duration lease;

    public Queue(Database database, Ids ids, Sealer sealer, Duration lease) {
        this.database = database;
        this.ids = ids;
        this.sealer = sealer;
        this.lease = lease;
    }

    public Duration lease() {
        return lease;
    }

    /** A job that is ours for now, with its secrets. */
    public record Taken(Job job, JobRequest request) {}

    /**
     * Takes the next job: of the key with the fewest running, then of the one that was served
     * longest ago, and of its jobs the most urgent and oldest.
     */
    public Optional<Taken> take(String worker) {
        return database.write(
                sql -> {
                    List<String> keys =
                            sql.all(
                                    """
                                    SELECT q.key_id,
                                        (SELECT count(*) FROM jobs r WHERE r.state = 'RUNNING' AND r.key_id = q.key_id) AS busy,
                                        (SELECT coalesce(max(s.started), 0) FROM jobs s WHERE s.key_id = q.key_id) AS served
                                    FROM (SELECT key_id, min(submitted) AS oldest FROM jobs
                                        WHERE state = 'QUEUED' AND not_before <= {now} GROUP BY key_id) q
                                    ORDER BY busy, served, q.oldest, q.key_id
                                    """,
                                    row -> row.text("key_id"));
                    for (String key : keys) {
                        Optional<Taken> taken = take(sql, key, worker);
                        if (taken.isPresent()) {
                            return taken;
                        }
                    }
                    return Optional.empty();
                });
    }

    private Optional<Taken> take(Sql sql, String key, String worker) throws SQLException {
        record Kept(Job job, String secrets) {}
        Optional<Kept> taken =
                sql.first(
                        """
                        UPDATE jobs SET state = 'RUNNING', worker = ?, token = ?, attempt = attempt + 1,
                            started = {now}, lease_until = {now} + ?, version = version + 1
                        WHERE state = 'QUEUED' AND id = (SELECT id FROM jobs
                            WHERE state = 'QUEUED' AND key_id = ? AND not_before <= {now}
                            ORDER BY priority DESC, submitted, id LIMIT 1 {skip})
                        RETURNING *
                        """,
                        row -> new Kept(Job.read(row), row.text("secrets")),
                        worker,
                        ids.chance(26),
                        lease.toMillis(),
                        key);
        if (taken.isEmpty()) {
            return Optional.empty();
        }
        Job job = taken.get().job();
        EventLog.append(
                sql,
                job.id(),
                List.of(JobEvent.state(JobState.RUNNING, job.attempt().number(), worker, "")));
        String secrets = taken.get().secrets();
        JobRequest request =
                JobRequests.whole(
                        job,
                        secrets.isEmpty()
                                ? Json.object()
                                : Json.read(sealer.open(job.id(), secrets)));
        return Optional.of(new Taken(job, request));
    }

    /** The attempts that somebody holds now: the token of each by the job's id. */
    public Map<String, String> held() {
        return database.read(
                sql -> {
                    var held = new HashMap<String, String>();
                    sql.all(
                                    "SELECT id, token FROM jobs WHERE state = 'RUNNING'",
                                    row -> Map.entry(row.text("id"), row.text("token")))
                            .forEach(one -> held.put(one.getKey(), one.getValue()));
                    return held;
                });
    }

    /** What a worker learns when it says that it is still there. */
    public enum Word {
        GO_ON,
        CANCEL,
        /** Somebody else has it, or it is gone. */
        LOST
    }

    /** Renews the lease. */
    public Word renew(Job job) {
        return database.write(
                sql -> {
                    long asked =
                            sql.number(
                                    "UPDATE jobs SET lease_until = {now} + ? WHERE id = ? AND"
                                            + " token = ? AND state = 'RUNNING' RETURNING"
                                            + " cancel_asked + 1",
                                    lease.toMillis(),
                                    job.id(),
                                    job.attempt().token());
                    return asked == 0 ? Word.LOST : asked == 1 ? Word.GO_ON : Word.CANCEL;
                });
    }

    /** Adds events to a job that is ours; false when it is not any more. */
    public boolean tell(Job job, List<JobEvent> events) {
        return database.write(
                sql -> {
                    if (!ours(sql, job)) {
                        return false;
                    }
                    EventLog.append(sql, job.id(), events);
                    return true;
                });
    }

    /** Locks the row in PostgreSQL; SQLite has one writer anyway. */
    private static boolean ours(Sql sql, Job job) throws SQLException {
        return sql.change(
                        "UPDATE jobs SET worker = worker WHERE id = ? AND token = ? AND state ="
                                + " 'RUNNING'",
                        job.id(),
                        job.attempt().token())
                == 1;
    }

    /**
     * Ends a job that is ours, with all that it found, at once. False when it is not ours any more
     * and what it found must be thrown away. Saying the same again after a lost answer is harmless.
     */
    public boolean end(Job job, Ending ending) {
        return database.write(
                sql -> {
                    if (!ours(sql, job)) {
                        return sql.number(
                                        "SELECT count(*) FROM jobs WHERE id = ? AND token = ? AND"
                                                + " state = ?",
                                        job.id(),
                                        job.attempt().token(),
                                        ending.state())
                                == 1;
                    }
                    write(sql, job, ending);
                    return true;
                });
    }

    private static void write(Sql sql, Job job, Ending ending) throws SQLException {
        var events = new ArrayList<JobEvent>(ending.lastEvents());
        JobEvent last =
                JobEvent.state(
                        ending.state(),
                        job.attempt().number(),
                        job.attempt().worker(),
                        ending.why());
        sql.change(
                "UPDATE jobs SET state = ?, finished = {now}, secrets = '', lease_until = 0,"
                        + " version = version + 1 WHERE id = ?",
                ending.state(),
                job.id());
        switch (ending) {
            case Ending.Done done -> {
                last.body().put("verdict", done.result().verdict());
                last.body().put("score", done.result().score());
                done.result().write(sql, job);
            }
            case Ending.Failed failed ->
                    sql.change(
                            "UPDATE jobs SET failure = ? WHERE id = ?",
                            Job.sealed(
                                    "failure",
                                    job.id(),
                                    Json.text(
                                            Json.object()
                                                    .put("what", failed.what())
                                                    .put("why", failed.because())
                                                    .put("next", failed.next()))),
                            job.id());
            case Ending.Cancelled _ -> {}
        }
        events.add(last);
        EventLog.append(sql, job.id(), events);
    }

    /**
     * Gives a job back: after a crash of what ran it ({@code counted}), or because the worker shuts
     * down, which is nobody's fault and does not count. After the last attempt it has failed.
     */
    public void giveBack(Job job, boolean counted, String why) {
        database.write(
                sql -> {
                    if (ours(sql, job)) {
                        again(sql, job, counted, why);
                    }
                    return job;
                });
    }

    private static void again(Sql sql, Job job, boolean counted, String why) throws SQLException {
        if (job.attempt().cancelAsked()) {
            write(sql, job, new Ending.Cancelled(why));
        } else if (counted && job.attempt().number() >= job.attempt().most()) {
            write(
                    sql,
                    job,
                    new Ending.Failed(
                            "it failed %d times".formatted(job.attempt().number()),
                            why,
                            "see the log of the worker",
                            List.of()));
        } else {
            sql.change(
                    "UPDATE jobs SET state = 'QUEUED', token = '', lease_until = 0, attempt = ?,"
                            + " not_before = {now} + ?, version = version + 1 WHERE id = ?",
                    job.attempt().number() - (counted ? 0 : 1),
                    counted ? PAUSE_MILLIS * job.attempt().number() : 0,
                    job.id());
            EventLog.append(
                    sql,
                    job.id(),
                    List.of(JobEvent.state(JobState.QUEUED, job.attempt().number(), "", why)));
        }
    }

    /** Takes jobs back whose workers were not heard of in time; returns how many. */
    public int takeBack() {
        return database.write(
                sql -> {
                    List<Job> lost =
                            sql.all(
                                    "SELECT * FROM jobs WHERE state = 'RUNNING' AND lease_until <"
                                            + " {now} ORDER BY id LIMIT 100 {skip}",
                                    Job::read);
                    for (Job job : lost) {
                        again(sql, job, true, job.attempt().worker() + " stopped responding");
                    }
                    return lost.size();
                });
    }
}
