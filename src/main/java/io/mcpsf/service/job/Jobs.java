package io.mcpsf.service.job;

import io.mcpsf.json.Json;
import io.mcpsf.service.access.Principal;
import io.mcpsf.service.storage.Database;
import io.mcpsf.service.storage.Digests;
import io.mcpsf.service.storage.Ids;
import io.mcpsf.service.storage.Sealer;
import io.mcpsf.service.storage.Sql;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Jobs as their owners see them: submitting, finding, deciding, cancelling. */
public final class Jobs {

    private static final int ATTEMPTS = 3;
    private static final long DAY = Duration.ofDays(1).toMillis();

    private final Database database;
    private final Ids ids;
    private final Sealer sealer;
    private final InstantSource clock;
    private final Runnable queued;

    public Jobs(Database database, Ids ids, Sealer sealer, InstantSource clock) {
        this(database, ids, sealer, clock, () -> {});
    }

    /** {@code queued} is told at once that there may be one to take. */
    public Jobs(Database database, Ids ids, Sealer sealer, InstantSource clock, Runnable queued) {
        this.database = database;
        this.ids = ids;
        this.sealer = sealer;
        this.clock = clock;
        this.queued = queued;
    }

    /** What came of a submission. */
    public sealed interface Submitted {
        record New(Job job) implements Submitted {}

        /** The same words came before under the same idempotency key. */
        record Again(Job job) implements Submitted {}

        /** Other words came before under the same idempotency key. */
        record Mismatch() implements Submitted {}

        record OverQuota(String which) implements Submitted {}
    }

    /** Keeps a job. It waits for approval when there are reasons to. */
    public Submitted submit(
            JobRequest request, Principal who, List<String> reasons, String idempotencyKey) {
        String open = Json.text(JobRequests.open(request));
        String secret = Json.text(JobRequests.secret(request));
        String digest =
                Digests.sha256(
                        String.join(
                                "\n",
                                request.source(),
                                request.profile(),
                                request.manner().toString(),
                                open,
                                secret));
        String id = ids.next();
        String sealed = sealer.seal(id, secret);
        Submitted submitted =
                database.write(
                        sql -> {
                            if (!idempotencyKey.isEmpty()) {
                                Optional<Submitted> before =
                                        before(sql, who, idempotencyKey, digest, id);
                                if (before.isPresent()) {
                                    return before.get();
                                }
                            }
                            String over = overQuota(sql, who);
                            if (!over.isEmpty()) {
                                // What was noted about the idempotency key must not stay.
                                sql.change("DELETE FROM repeats WHERE made = ?", id);
                                return new Submitted.OverQuota(over);
                            }
                            insert(sql, id, request, open, sealed, who, reasons);
                            return new Submitted.New(find(sql, id).orElseThrow());
                        });
        queued.run();
        return submitted;
    }

    private Optional<Submitted> before(
            Sql sql, Principal who, String word, String digest, String id) throws SQLException {
        int fresh =
                sql.change(
                        "INSERT INTO repeats VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                        who.keyId(),
                        word,
                        digest,
                        id,
                        clock.millis());
        if (fresh == 1) {
            return Optional.empty();
        }
        record Before(String digest, String made) {}
        Before before =
                sql.first(
                                "SELECT digest, made FROM repeats WHERE key_id = ? AND word = ?",
                                row -> new Before(row.text("digest"), row.text("made")),
                                who.keyId(),
                                word)
                        .orElseThrow();
        if (!before.digest().equals(digest)) {
            return Optional.of(new Submitted.Mismatch());
        }
        Optional<Job> job = find(sql, before.made());
        if (job.isEmpty()) {
            // It was deleted since; the same words make a new one.
            sql.change(
                    "UPDATE repeats SET made = ? WHERE key_id = ? AND word = ?",
                    id,
                    who.keyId(),
                    word);
        }
        return job.map(Submitted.Again::new);
    }

    private String overQuota(Sql sql, Principal who) throws SQLException {
        long open =
                sql.number(
                        "SELECT count(*) FROM jobs WHERE key_id = ? AND state NOT IN "
                                + JobState.OVER,
                        who.keyId());
        if (open >= who.limits().jobsAtOnce()) {
            return "at once";
        }
        long today =
                sql.number(
                        "SELECT count(*) FROM jobs WHERE key_id = ? AND submitted > ?",
                        who.keyId(),
                        clock.millis() - DAY);
        return today >= who.limits().jobsPerDay() ? "per day" : "";
    }

    private void insert(
            Sql sql,
            String id,
            JobRequest request,
            String open,
            String sealed,
            Principal who,
            List<String> reasons)
            throws SQLException {
        JobState state = reasons.isEmpty() ? JobState.QUEUED : JobState.AWAITING_APPROVAL;
        ObjectNode approval = Json.object().put("needed", !reasons.isEmpty());
        ArrayNode why = approval.putArray("reasons");
        reasons.forEach(why::add);
        sql.change(
                """
                INSERT INTO jobs (id, state, source, profile, label, priority, request, secrets, key_id, submitted,
                    not_before, started, finished, attempt, attempts, worker, token, lease_until, cancel_asked,
                    last_event, version, approval, verdict, score, subject, subject_kind, result, failure, team)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0, ?, '', '', 0, 0, 0, 1, ?, '', 0, '', '', '', '', ?)
                """,
                id,
                state,
                request.source(),
                request.profile(),
                request.manner().label(),
                request.manner().priority(),
                Job.sealed("request", id, open),
                sealed,
                who.keyId(),
                clock.millis(),
                ATTEMPTS,
                Job.sealed("approval", id, Json.text(approval)),
                who.team());
        EventLog.append(sql, id, List.of(JobEvent.state(state, 0, "", String.join("; ", reasons))));
    }

    public Optional<Job> find(String id) {
        return database.read(sql -> find(sql, id));
    }

    static Optional<Job> find(Sql sql, String id) throws SQLException {
        return sql.first("SELECT * FROM jobs WHERE id = ?", Job::read, id);
    }

    /** The latest event about a phase of a job that runs, as a line of JSON; else empty. */
    public String phase(Job job) {
        return job.state() == JobState.RUNNING
                ? new EventLog(database).latest(job.id(), "phase")
                : "";
    }

    /** How many queued jobs were submitted before it. */
    public long position(Job job) {
        return database.read(
                sql ->
                        sql.number(
                                "SELECT count(*) FROM jobs WHERE state = 'QUEUED' AND (submitted <"
                                        + " ? OR (submitted = ? AND id < ?))",
                                job.times().submitted(),
                                job.times().submitted(),
                                job.id()));
    }

    /** Which jobs are wanted; empty lists and texts and zero mean: all. */
    public record Filter(
            List<String> states, List<String> verdicts, String part, Whose whose, Span span) {
        public Filter {
            states = List.copyOf(states);
            verdicts = List.copyOf(verdicts);
        }
    }

    /** Of a team and of a key; empty texts mean: all. */
    public record Whose(String team, String keyId) {}

    /** From a time on, before a time, and before a job of that time and id. */
    public record Span(long since, long until, long cursorTime, String cursorId) {}

    /** The newest first. */
    public List<Job> list(Filter filter, int limit) {
        var where = new ArrayList<String>();
        var values = new ArrayList<Object>();
        in(where, values, "state", filter.states());
        in(where, values, "verdict", filter.verdicts());
        if (!filter.part().isEmpty()) {
            where.add(
                    "(lower(source) LIKE ? ESCAPE '!' OR lower(subject) LIKE ? ESCAPE '!'"
                            + " OR lower(label) LIKE ? ESCAPE '!')");
            String like = Knowledge.like(filter.part());
            values.addAll(List.of(like, like, like));
        }
        if (!filter.whose().team().isEmpty()) {
            where.add("team = ?");
            values.add(filter.whose().team());
        }
        if (!filter.whose().keyId().isEmpty()) {
            where.add("key_id = ?");
            values.add(filter.whose().keyId());
        }
        if (filter.span().since() > 0) {
            where.add("submitted >= ?");
            values.add(filter.span().since());
        }
        if (filter.span().until() > 0) {
            where.add("submitted < ?");
            values.add(filter.span().until());
        }
        if (!filter.span().cursorId().isEmpty()) {
            where.add("(submitted < ? OR (submitted = ? AND id < ?))");
            values.addAll(
                    List.of(
                            filter.span().cursorTime(),
                            filter.span().cursorTime(),
                            filter.span().cursorId()));
        }
        values.add(limit);
        String words = where.isEmpty() ? "" : " WHERE " + String.join(" AND ", where);
        return database.read(
                sql ->
                        sql.all(
                                "SELECT * FROM jobs"
                                        + words
                                        + " ORDER BY submitted DESC, id DESC LIMIT ?",
                                Job::read,
                                values.toArray()));
    }

    private static void in(
            List<String> where, List<Object> values, String column, List<String> wanted) {
        if (!wanted.isEmpty()) {
            where.add(column + " IN (" + "?, ".repeat(wanted.size() - 1) + "?)");
            values.addAll(wanted);
        }
    }

    /** Cancels it now, or asks its worker to. Empty when there is none or it is over. */
    public Optional<Job> cancel(String id, String by) {
        return database.write(
                sql -> {
                    int waiting =
                            sql.change(
                                    "UPDATE jobs SET state = 'CANCELLED', finished = {now},"
                                            + " cancel_asked = 1, secrets = '', version = version"
                                            + " + 1 WHERE id = ? AND state IN"
                                            + " ('AWAITING_APPROVAL', 'QUEUED')",
                                    id);
                    if (waiting == 1) {
                        EventLog.append(
                                sql,
                                id,
                                List.of(
                                        JobEvent.state(
                                                JobState.CANCELLED, 0, "", "cancelled by " + by)));
                        return find(sql, id);
                    }
                    int running =
                            sql.change(
                                    "UPDATE jobs SET cancel_asked = 1, version = version + 1"
                                            + " WHERE id = ? AND state = 'RUNNING'",
                                    id);
                    return running == 1 ? find(sql, id) : Optional.empty();
                });
    }

    /** Lets a waiting job run, or refuses it. Empty when it does not wait. */
    public Optional<Job> decide(String id, boolean approved, String by, String note) {
        Optional<Job> decided =
                database.write(
                        sql -> {
                            Optional<Job> job = find(sql, id);
                            if (job.isEmpty() || job.get().state() != JobState.AWAITING_APPROVAL) {
                                return Optional.empty();
                            }
                            var approval = (ObjectNode) Json.read(job.get().ends().approval());
                            approval.put("decision", approved ? "approved" : "refused")
                                    .put("by", by)
                                    .put("at", Instant.ofEpochMilli(clock.millis()).toString())
                                    .put("note", note);
                            JobState next = approved ? JobState.QUEUED : JobState.REFUSED;
                            int changed =
                                    sql.change(
                                            "UPDATE jobs SET state = ?, approval = ?, version ="
                                                + " version + 1, finished = CASE WHEN ? = 1 THEN 0"
                                                + " ELSE {now} END, secrets = CASE WHEN ? = 1 THEN"
                                                + " secrets ELSE '' END WHERE id = ? AND state ="
                                                + " 'AWAITING_APPROVAL'",
                                            next,
                                            Job.sealed("approval", id, Json.text(approval)),
                                            approved,
                                            approved,
                                            id);
                            if (changed == 0) {
                                return Optional.empty();
                            }
                            EventLog.append(sql, id, List.of(JobEvent.state(next, 0, "", note)));
                            return find(sql, id);
                        });
        queued.run();
        return decided;
    }
}
