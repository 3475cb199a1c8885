package io.mcpsf.service.job;

import io.mcpsf.json.Json;
import io.mcpsf.model.Severity;
import io.mcpsf.service.storage.Database;
import io.mcpsf.service.storage.Row;
import io.mcpsf.service.storage.Sql;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** What all jobs together know: a search over findings and indicators, and the fleet. */
public final class Knowledge {

    private static final int MOST_SEEN = 20;
    private static final String OF_TEAM = " AND (? = '' OR team = ?)";
    private static final String JOBS_OF_TEAM =
            " AND (? = '' OR job IN (SELECT id FROM jobs WHERE team = ?))";
    private static final int MOST_SUBJECTS = 100;

    private final Database database;
    private final InstantSource clock;

    public Knowledge(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /** What is looked for, of which team, and behind which hit to go on; empty texts mean: all. */
    public record Query(
            String team,
            boolean indicators,
            String part,
            String rule,
            String type,
            Severity atLeast,
            Place at) {}

    /** A place in the list of hits; an empty job is its beginning. */
    public record Place(long submitted, String job, long n) {}

    /** One hit and its place. */
    public record Hit(Place place, ObjectNode node) {}

    /** The newest first. */
    public List<Hit> search(Query query, int limit) {
        String table = query.indicators() ? "indicators" : "findings";
        var where = new ArrayList<String>();
        var values = new ArrayList<Object>();
        if (!query.team().isEmpty()) {
            where.add("j.team = ?");
            values.add(query.team());
        }
        if (!query.part().isEmpty()) {
            where.add("x.words LIKE ? ESCAPE '!'");
            values.add(like(query.part()));
        }
        if (query.indicators()) {
            if (!query.type().isEmpty()) {
                where.add("x.type = ?");
                values.add(query.type());
            }
        } else {
            if (!query.rule().isEmpty()) {
                where.add("x.rule = ?");
                values.add(query.rule());
            }
            where.add("x.severity >= ?");
            values.add(query.atLeast().ordinal());
        }
        if (!query.at().job().isEmpty()) {
            where.add(
                    "(x.submitted < ? OR (x.submitted = ? AND (x.job < ? OR (x.job = ? AND x.n >"
                            + " ?))))");
            Place at = query.at();
            values.addAll(List.of(at.submitted(), at.submitted(), at.job(), at.job(), at.n()));
        }
        values.add(limit);
        String words = where.isEmpty() ? "" : " WHERE " + String.join(" AND ", where);
        return database.read(
                sql ->
                        sql.all(
                                "SELECT x.*, j.subject, j.verdict FROM "
                                        + table
                                        + " x JOIN jobs j ON j.id = x.job"
                                        + words
                                        + " ORDER BY x.submitted DESC, x.job DESC, x.n LIMIT ?",
                                query.indicators() ? Knowledge::indicator : Knowledge::finding,
                                values.toArray()));
    }

    private static Hit finding(Row row) throws SQLException {
        Hit hit = hit(row);
        hit.node()
                .putObject("finding")
                .put("id", row.text("finding"))
                .put("rule", row.text("rule"))
                .put("title", row.text("title"))
                .put("severity", Severity.values()[row.small("severity")].name())
                .put("message", row.text("message"))
                .put("tool", row.text("tool"))
                .put("phase", row.text("phase"));
        return hit;
    }

    private static Hit indicator(Row row) throws SQLException {
        Hit hit = hit(row);
        hit.node()
                .putObject("indicator")
                .put("type", row.text("type"))
                .put("value", row.text("value"))
                .put("severity", row.text("severity"));
        return hit;
    }

    private static Hit hit(Row row) throws SQLException {
        var place = new Place(row.number("submitted"), row.text("job"), row.number("n"));
        ObjectNode node = Json.object().put("job", place.job()).put("subject", row.text("subject"));
        if (!row.text("verdict").isEmpty()) {
            node.put("verdict", row.text("verdict"));
        }
        node.put("submitted", Instant.ofEpochMilli(place.submitted()).toString());
        return new Hit(place, node);
    }

    /** The figures of the last days, of a team or of all when it is empty. */
    public ObjectNode fleet(String team, int days) {
        long since =
                LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC)
                        .minusDays(days - 1L)
                        .atStartOfDay(ZoneOffset.UTC)
                        .toInstant()
                        .toEpochMilli();
        return database.read(
                sql -> {
                    ObjectNode fleet = Json.object().put("days", days);
                    fleet.put(
                            "jobs",
                            sql.number(
                                    "SELECT count(*) FROM jobs WHERE submitted >= ?" + OF_TEAM,
                                    since,
                                    team,
                                    team));
                    counts(sql, fleet.putObject("states"), "state", since, team);
                    counts(sql, fleet.putObject("verdicts"), "verdict", since, team);
                    perDay(sql, fleet.putArray("perDay"), since, team);
                    hosts(sql, fleet.putArray("hosts"), since, team);
                    rules(sql, fleet.putArray("rules"), since, team);
                    subjects(sql, fleet.putArray("subjects"), since, team);
                    return fleet;
                });
    }

    private static void counts(Sql sql, ObjectNode into, String column, long since, String team)
            throws SQLException {
        sql.all(
                "SELECT "
                        + column
                        + " AS word, count(*) AS jobs FROM jobs WHERE submitted >= ? AND "
                        + column
                        + " <> ''"
                        + OF_TEAM
                        + " GROUP BY "
                        + column,
                row -> into.put(row.text("word"), row.number("jobs")),
                since,
                team,
                team);
    }

    /** By the day of submission, as everything else here is, so that the sums agree. */
    private static void perDay(Sql sql, ArrayNode into, long since, String team)
            throws SQLException {
        var days = new TreeMap<Long, ObjectNode>();
        sql.all(
                "SELECT submitted / 86400000 AS day, verdict, count(*) AS jobs FROM jobs WHERE"
                        + " submitted >= ? AND verdict <> ''"
                        + OF_TEAM
                        + " GROUP BY submitted / 86400000, verdict",
                row ->
                        days.computeIfAbsent(row.number("day"), _ -> Json.object())
                                .put(row.text("verdict"), row.number("jobs")),
                since,
                team,
                team);
        days.forEach(
                (day, verdicts) ->
                        into.addObject()
                                .put("day", LocalDate.ofEpochDay(day).toString())
                                .set("verdicts", verdicts));
    }

    private static void hosts(Sql sql, ArrayNode into, long since, String team)
            throws SQLException {
        sql.all(
                "SELECT value, count(DISTINCT job) AS jobs FROM indicators WHERE submitted >= ? AND"
                        + " type IN ('domain', 'ipv4', 'ipv6')"
                        + JOBS_OF_TEAM
                        + " GROUP BY value ORDER BY jobs DESC, value LIMIT ?",
                row ->
                        into.addObject()
                                .put("value", row.text("value"))
                                .put("jobs", row.number("jobs")),
                since,
                team,
                team,
                MOST_SEEN);
    }

    private static void rules(Sql sql, ArrayNode into, long since, String team)
            throws SQLException {
        sql.all(
                "SELECT rule, max(title) AS title, max(severity) AS severity, count(DISTINCT job)"
                        + " AS jobs FROM findings WHERE submitted >= ?"
                        + JOBS_OF_TEAM
                        + " GROUP BY rule ORDER BY jobs DESC, rule LIMIT ?",
                row ->
                        into.addObject()
                                .put("rule", row.text("rule"))
                                .put("title", row.text("title"))
                                .put("severity", Severity.values()[row.small("severity")].name())
                                .put("jobs", row.number("jobs")),
                since,
                team,
                team,
                MOST_SEEN);
    }

    private static void subjects(Sql sql, ArrayNode into, long since, String team)
            throws SQLException {
        sql.all(
                "SELECT j.subject, j.subject_kind, j.id, j.verdict, j.score, j.finished, g.jobs"
                        + " FROM (SELECT subject, subject_kind, count(*) AS jobs, max(id) AS last"
                        + " FROM jobs WHERE state = 'DONE' AND submitted >= ?"
                        + OF_TEAM
                        + " GROUP BY subject, subject_kind) g JOIN jobs j ON j.id = g.last ORDER BY"
                        + " j.finished DESC LIMIT ?",
                row ->
                        into.addObject()
                                .put("name", row.text("subject"))
                                .put("kind", row.text("subject_kind"))
                                .put("job", row.text("id"))
                                .put("verdict", row.text("verdict"))
                                .put("score", row.number("score"))
                                .put(
                                        "finished",
                                        Instant.ofEpochMilli(row.number("finished")).toString())
                                .put("jobs", row.number("jobs")),
                since,
                team,
                team,
                MOST_SUBJECTS);
    }

    /** A pattern that finds a text anywhere, whatever signs are in it. */
    static String like(String part) {
        String quoted =
                part.toLowerCase(Locale.ROOT)
                        .replace("!", "!!")
                        .replace("%", "!%")
                        .replace("_", "!_");
        return "%" + quoted + "%";
    }
}
