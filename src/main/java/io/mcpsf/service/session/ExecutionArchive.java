package io.mcpsf.service.session;

import io.mcpsf.exec.ExecutionJson;
import io.mcpsf.exec.ExecutionLog;
import io.mcpsf.json.Json;
import io.mcpsf.run.request.ExecOutcome;
import io.mcpsf.service.access.Principal;
import io.mcpsf.service.storage.Blobs;
import io.mcpsf.service.storage.Database;
import io.mcpsf.service.storage.Ids;
import io.mcpsf.service.storage.Row;
import io.mcpsf.service.storage.Sealed;
import io.mcpsf.store.CaseFolder;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/** What ran in sessions: one row for each execution to look for, and its log and evidence. */
public final class ExecutionArchive {

    private static final Logger LOG = Logger.getLogger(ExecutionArchive.class.getName());
    private static final int LINE = 300;

    /** Long enough for any honest log; a row is no place for a flood. */
    private static final long MOST_BYTES = 64L << 20;

    private final Database database;
    private final Blobs blobs;
    private final Ids ids;

    public ExecutionArchive(Database database, Blobs blobs, Ids ids) {
        this.database = database;
        this.blobs = blobs;
        this.ids = ids;
    }

    /** One execution as it is listed. {@code kind} says in one word what went wrong, if it did. */
    public record Entry(
            String id,
            Origin origin,
            String language,
            Outcome outcome,
            long started,
            long millis) {}

    /** Whose it was. */
    public record Origin(String session, String team, String keyId) {}

    /** How it ended. */
    public record Outcome(String status, long exitCode, String kind, String why) {}

    /** What is looked for; empty words and zero times are no condition. */
    public record Filter(
            String team, String session, String kind, boolean failed, long since, long until) {}

    /** How many failed of one kind on one day. */
    public record Failures(String day, String kind, long count) {}

    /** Takes over the log; a fault of ours is told to the operator and ends no session. */
    void keep(ExecOutcome outcome, String session, Principal who) {
        try {
            String id = ids.next();
            ObjectNode log = ExecutionJson.of(outcome.log()).put("session", session);
            log.put("id", id);
            Path folder = outcome.caseFolder();
            Path file = folder.resolve("kept.json");
            Files.write(file, Json.bytes(log));
            blobs.put("executions/" + id + "/log", file);
            Path evidence = folder.resolve(CaseFolder.EVIDENCE);
            if (Files.size(evidence) <= MOST_BYTES) {
                blobs.put("executions/" + id + "/evidence", evidence);
            }
            ExecutionLog.Ending ending = outcome.log().ending();
            String why = String.join("; ", ending.errors());
            database.write(
                    sql ->
                            sql.change(
                                    "INSERT INTO executions (id, session, team, key_id, language,"
                                        + " status, exit_code, kind, why, started, millis) VALUES"
                                        + " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                                    id,
                                    session,
                                    who.team(),
                                    who.keyId(),
                                    outcome.log().head().language().word(),
                                    ending.status(),
                                    ending.exitCode(),
                                    kind(outcome.log()),
                                    new Sealed("execution " + id, cut(why)),
                                    outcome.log().head().timestamp().toEpochMilli(),
                                    outcome.log().resources().millis()));
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.WARNING, "the log of an execution was not kept", e);
        }
    }

    /**
     * The name of the violation, of the refusal's rule, or of the error; empty when all is well.
     */
    static String kind(ExecutionLog log) {
        if (log.ending().status() == ExecutionLog.Status.REFUSED) {
            return log.scan().stream()
                    .filter(found -> found.refuses())
                    .findFirst()
                    .map(found -> "refused:" + found.rule())
                    .orElse("refused");
        }
        if (log.ending().status() == ExecutionLog.Status.TIMED_OUT) {
            return "TIME_EXCEEDED";
        }
        if (log.ending().status() == ExecutionLog.Status.KILLED) {
            return log.violations().stream()
                    .filter(one -> one.action() == io.mcpsf.model.Violation.Action.KILL)
                    .findFirst()
                    .map(one -> one.violation().name())
                    .orElse("killed");
        }
        if (log.ending().exitCode() == 0) {
            return "";
        }
        String first = log.ending().errors().isEmpty() ? "" : log.ending().errors().getFirst();
        int colon = first.indexOf(':');
        String name = colon > 0 ? first.substring(0, colon) : "";
        return name.matches("[A-Za-z_][A-Za-z0-9_.]{0,60}") ? name : "exit-code";
    }

    private static String cut(String text) {
        return text.length() > LINE ? text.substring(0, LINE) : text;
    }

    /** Newest first, behind that id if one is given. */
    public List<Entry> list(Filter filter, String after, int limit) {
        var values = new ArrayList<Object>();
        String where = where(filter, values);
        if (!after.isEmpty()) {
            where += " AND id < ?";
            values.add(after);
        }
        values.add(limit);
        String words = "SELECT * FROM executions WHERE " + where + " ORDER BY id DESC LIMIT ?";
        return database.read(sql -> sql.all(words, ExecutionArchive::entry, values.toArray()));
    }

    /** Failures by day and kind, the newest day first. */
    public List<Failures> failures(Filter filter) {
        var values = new ArrayList<Object>();
        String where = where(filter, values);
        String words =
                "SELECT started / 86400000 AS day, kind, count(*) AS n FROM executions WHERE kind"
                        + " <> '' AND "
                        + where
                        + " GROUP BY started / 86400000, kind ORDER BY 1 DESC, 3 DESC LIMIT 1000";
        return database.read(
                sql ->
                        sql.all(
                                words,
                                row ->
                                        new Failures(
                                                java.time.LocalDate.ofEpochDay(row.number("day"))
                                                        .toString(),
                                                row.text("kind"),
                                                row.number("n")),
                                values.toArray()));
    }

    private static String where(Filter filter, List<Object> values) {
        var where = new StringBuilder("1 = 1");
        if (!filter.team().isEmpty()) {
            where.append(" AND team = ?");
            values.add(filter.team());
        }
        if (!filter.session().isEmpty()) {
            where.append(" AND session = ?");
            values.add(filter.session());
        }
        if (!filter.kind().isEmpty()) {
            where.append(" AND kind = ?");
            values.add(filter.kind());
        }
        if (filter.failed()) {
            where.append(" AND kind <> ''");
        }
        if (filter.since() > 0) {
            where.append(" AND started >= ?");
            values.add(filter.since());
        }
        if (filter.until() > 0) {
            where.append(" AND started < ?");
            values.add(filter.until());
        }
        return where.toString();
    }

    public Optional<Entry> find(String id) {
        return database.read(
                sql ->
                        sql.first(
                                "SELECT * FROM executions WHERE id = ?",
                                ExecutionArchive::entry,
                                id));
    }

    /** {@code part} is log or evidence. */
    public InputStream open(Entry entry, String part) throws IOException {
        return blobs.get("executions/" + entry.id() + "/" + part);
    }

    public void erase(Entry entry) throws IOException {
        blobs.deleteAll("executions/" + entry.id());
        database.write(sql -> sql.change("DELETE FROM executions WHERE id = ?", entry.id()));
    }

    private static Entry entry(Row row) throws SQLException {
        String id = row.text("id");
        return new Entry(
                id,
                new Origin(row.text("session"), row.text("team"), row.text("key_id")),
                row.text("language"),
                new Outcome(
                        row.text("status"),
                        row.number("exit_code"),
                        row.text("kind"),
                        row.unsealed("why", "execution " + id)),
                row.number("started"),
                row.number("millis"));
    }
}
