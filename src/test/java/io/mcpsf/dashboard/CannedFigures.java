package io.mcpsf.dashboard;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** The figures, hits and logs of the stand-in. */
final class CannedFigures {

    /** A question that a session asks. */
    static final String QUESTION = "01jd3v0c9x8k2m4n6p8r0s2t9z";

    private static final Map<String, Integer> AT_MOST_A_DAY =
            new TreeMap<>(
                    Map.of(
                            "NOTHING_SEEN",
                            9,
                            "RISKY",
                            4,
                            "INCONCLUSIVE",
                            2,
                            "SUSPICIOUS",
                            2,
                            "MALICIOUS",
                            2));

    private CannedFigures() {}

    static ObjectNode settings() {
        ObjectNode settings = Json.object();
        settings.put("version", "0.1.0")
                .put("approval", "high-risk")
                .put("uploadBytes", 67_108_864);
        settings.put("localSources", false).put("privateTargets", false).put("encrypted", true);
        settings.put("database", "sqlite").put("storage", "files");
        ArrayNode profiles = settings.putArray("profiles");
        List.of("safe", "balanced", "aggressive").forEach(profiles::add);
        ArrayNode formats = settings.putArray("formats");
        List.of(
                        "json",
                        "html",
                        "md",
                        "sarif",
                        "junit",
                        "csv",
                        "stix",
                        "navigator",
                        "ecs",
                        "ocsf",
                        "cef")
                .forEach(formats::add);
        return settings;
    }

    static ObjectNode sessions(boolean empty, String attack, Instant now) {
        ObjectNode page = Json.object();
        ArrayNode items = page.putArray("items");
        if (!empty) {
            ObjectNode one =
                    items.addObject()
                            .put("id", "01jd3v0c9x8k2m4n6p8r0s2t4v")
                            .put("state", "running")
                            .put("key", attack)
                            .put("started", now.minusSeconds(90).toString())
                            .put("ends", now.plusSeconds(600).toString())
                            .put("executions", 12);
            one.putObject("resourceUsage")
                    .put("cpuTime", 1_830)
                    .put("memory", 41 << 20)
                    .put("memoryPeak", 60 << 20)
                    .put("memoryLimit", 512 << 20)
                    .put("disk", 3 << 20)
                    .put("diskLimit", 1 << 30);
            one.putObject("metadata").put("note", attack);
        }
        return page;
    }

    static ObjectNode approvals(boolean empty, String attack, Instant now) {
        ObjectNode page = Json.object();
        ArrayNode items = page.putArray("items");
        if (!empty) {
            items.addObject()
                    .put("id", QUESTION)
                    .put("session", "01jd3v0c9x8k2m4n6p8r0s2t4v")
                    .put("key", "k1")
                    .put("by", attack)
                    .put("question", "line 2: os.system starts a program " + attack)
                    .put("asked", now.minusSeconds(5).toString())
                    .put("ends", now.plusSeconds(600).toString());
        }
        return page;
    }

    static ObjectNode executions(boolean empty, String attack, Instant now) {
        ObjectNode page = Json.object();
        ArrayNode items = page.putArray("items");
        if (!empty) {
            items.addObject()
                    .put("id", "01jd3v0c9x8k2m4n6p8r0s2t4w")
                    .put("session", "01jd3v0c9x8k2m4n6p8r0s2t4v")
                    .put("key", "local")
                    .put("language", "python")
                    .put("status", "DONE")
                    .put("exitCode", 1)
                    .put("kind", "ZeroDivisionError")
                    .put("why", attack)
                    .put("started", now.minusSeconds(30).toString())
                    .put("millis", 40);
        }
        return page;
    }

    static ObjectNode failures(boolean empty, String attack) {
        ObjectNode page = Json.object();
        ArrayNode items = page.putArray("items");
        if (!empty) {
            items.addObject().put("day", "2026-11-18").put("kind", "TIME_EXCEEDED").put("count", 3);
            items.addObject().put("day", "2026-11-18").put("kind", attack).put("count", 1);
        }
        return page;
    }

    static ObjectNode workers(Instant now) {
        ObjectNode page = Json.object();
        page.putArray("items")
                .addObject()
                .put("id", "worker-1")
                .put("host", "forensics-1")
                .put("version", "0.1.0")
                .put("slots", 2)
                .put("running", 1)
                .put("heard", now.toString());
        return page;
    }

    static ObjectNode fleet(boolean empty, String attack, String other, Instant now) {
        var random = new Random(7);
        ObjectNode fleet = Json.object().put("days", 30);
        ObjectNode sums = fleet.putObject("verdicts");
        ArrayNode days = fleet.putArray("perDay");
        LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
        for (int back = 29; back >= 0; back--) {
            ObjectNode day = days.addObject().put("day", today.minusDays(back).toString());
            ObjectNode verdicts = day.putObject("verdicts");
            for (Map.Entry<String, Integer> each : AT_MOST_A_DAY.entrySet()) {
                int some = random.nextInt(each.getValue());
                verdicts.put(each.getKey(), some);
                sums.put(each.getKey(), sums.path(each.getKey()).asInt(0) + some);
            }
        }
        int done = sums.valueStream().mapToInt(JsonNode::asInt).sum();
        fleet.putObject("states").put("QUEUED", 3).put("RUNNING", 1).put("DONE", done);
        fleet.put("jobs", empty ? 0 : done + 4);
        ArrayNode hosts = fleet.putArray("hosts");
        int jobs = 40;
        for (String host :
                List.of(
                        "registry.npmjs.org",
                        "api.github.com",
                        "collector.telemetry.invalid",
                        "203.0.113.9",
                        "paste.drop.invalid")) {
            hosts.addObject().put("value", host + attack).put("jobs", jobs -= 7);
        }
        ArrayNode rules = fleet.putArray("rules");
        rule(rules, "listener-open", "Listens on all network interfaces", "MEDIUM", 31, other);
        rule(rules, "bait-left", "Exfiltrates a credential", "CRITICAL", 21, other);
        rule(rules, "bait-read", "Reads a credential without being asked", "HIGH", 19, other);
        rule(rules, "hidden-characters", "Hides text in its tool descriptions", "MEDIUM", 6, other);
        ArrayNode subjects = fleet.putArray("subjects");
        subject(subjects, "weather-thief" + attack, Canned.THIEF, "MALICIOUS", 96, now);
        subject(subjects, "calculator", Canned.CALCULATOR, "NOTHING_SEEN", 0, now);
        return fleet;
    }

    private static void rule(
            ArrayNode rules, String id, String title, String severity, int jobs, String attack) {
        rules.addObject()
                .put("rule", id)
                .put("title", title + attack)
                .put("severity", severity)
                .put("jobs", jobs);
    }

    private static void subject(
            ArrayNode subjects, String name, String job, String verdict, int score, Instant now) {
        subjects.addObject()
                .put("name", name)
                .put("kind", "npm")
                .put("job", job)
                .put("verdict", verdict)
                .put("score", score)
                .put("finished", now.minusSeconds(700).toString())
                .put("jobs", 3);
    }

    static ObjectNode hits(List<ObjectNode> jobs, String query, String attack, String other) {
        ObjectNode page = Json.object();
        ArrayNode items = page.putArray("items");
        boolean indicators = query.contains("in=indicators");
        for (ObjectNode job : jobs) {
            if (!job.has("result")) {
                continue;
            }
            ObjectNode hit =
                    items.addObject()
                            .put("job", job.path("id").asString())
                            .put("subject", job.at("/result/target/name").asString() + attack)
                            .put("verdict", job.at("/result/verdict").asString())
                            .put("submitted", job.path("submitted").asString());
            if (indicators) {
                hit.putObject("indicator")
                        .put("type", "host")
                        .put("value", "203.0.113.9" + attack + other)
                        .put("severity", "CRITICAL");
            } else {
                hit.putObject("finding")
                        .put("id", "F1")
                        .put("rule", "bait-left")
                        .put("title", "Exfiltrates a credential" + attack)
                        .put("severity", "CRITICAL")
                        .put(
                                "message",
                                "The decoy ~/.ssh/id_rsa was exfiltrated over HTTP to 203.0.113.9."
                                        + other)
                        .put("tool", "get_weather")
                        .put("phase", "CALL");
            }
        }
        return page;
    }

    static ObjectNode comparison(String attack, String other) {
        ObjectNode comparison = Json.object().put("before", "a").put("after", "b");
        comparison.put("grew", true);
        ArrayNode changes = comparison.putArray("changes");
        changes.addObject()
                .put("sign", "+")
                .put("kind", "finding")
                .put("what", "bait-left: Exfiltrates a credential" + attack);
        changes.addObject()
                .put("sign", "+")
                .put("kind", "finding")
                .put("what", "bait-read: Reads a credential without being asked");
        changes.addObject().put("sign", "+").put("kind", "host").put("what", "203.0.113.9" + other);
        changes.addObject().put("sign", "-").put("kind", "tool").put("what", "add(a, b)");
        changes.addObject().put("sign", "~").put("kind", "tool").put("what", "get_weather: text");
        return comparison;
    }

    static ObjectNode keys(boolean locked, String attack, Instant now) {
        ObjectNode page = Json.object();
        ArrayNode items = page.putArray("items");
        if (locked || !attack.isEmpty()) {
            for (String name : List.of("Ada", "CI of the shop", "Security team")) {
                ObjectNode key =
                        items.addObject()
                                .put(
                                        "id",
                                        name.toLowerCase(java.util.Locale.ROOT).replace(' ', '-'))
                                .put("name", name + attack)
                                .put("role", name.equals("Ada") ? "admin" : "submitter")
                                .put("created", now.minusSeconds(500_000).toString())
                                .put("revoked", false);
                key.putObject("limits")
                        .put("perMinute", 600)
                        .put("jobsAtOnce", 20)
                        .put("jobsPerDay", 500);
            }
        }
        return page;
    }

    static ObjectNode audit(String attack, Instant now) {
        ObjectNode page = Json.object();
        ArrayNode items = page.putArray("items");
        for (int n = 12; n > 0; n--) {
            items.addObject()
                    .put("n", n)
                    .put("at", now.minusSeconds(60L * (12 - n)).toString())
                    .put("key", "local")
                    .put("role", "admin")
                    .put("from", "127.0.0.1")
                    .put("action", n % 3 == 0 ? "assess" : "getJob")
                    .put("resource", Canned.THIEF + attack)
                    .put("status", n % 5 == 0 ? 404 : 200)
                    .put("hash", "5f3a".repeat(16));
        }
        return page;
    }

    static ObjectNode verification() {
        return Json.object()
                .put("whole", true)
                .put("entries", 12)
                .put("head", "5f3a".repeat(16))
                .put("trouble", "");
    }
}
