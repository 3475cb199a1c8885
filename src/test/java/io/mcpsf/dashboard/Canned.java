package io.mcpsf.dashboard;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.json.Json;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Seen;
import io.mcpsf.report.Cases;
import io.mcpsf.report.Hostile;
import io.mcpsf.report.InWords;
import io.mcpsf.report.Report;
import io.mcpsf.report.form.Form;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** What the stand-in says: a few jobs in each state, or one in which every word is an attack. */
final class Canned {

    static final String THIEF = "01thief0000000000000000000";
    static final String CALCULATOR = "01calculator00000000000000";
    static final String RUNNING = "01running00000000000000000";
    static final String WAITING = "01waiting00000000000000000";
    static final String FAILED = "01failed000000000000000000";

    /**
     * Like the thief, but its stream breaks after the tenth event when it is read from the start.
     */
    static final String BROKEN = "01broken000000000000000000";

    static final String HOSTILE = "01hostile00000000000000000";

    record Answer(int status, String type, String body, Map<String, String> headers) {}

    interface Teller {
        void tell(ObjectNode event) throws IOException;
    }

    private final Instant now = Instant.now();
    private final List<ObjectNode> jobs = new ArrayList<>();
    private final boolean hostile;
    private String role = "admin";

    private Canned(boolean hostile) {
        this.hostile = hostile;
    }

    static Canned usual() {
        var canned = new Canned(false);
        canned.jobs.add(canned.job(RUNNING, "RUNNING", "npm:weather-server", 20));
        canned.jobs.add(waiting(canned.job(WAITING, "AWAITING_APPROVAL", "pypi:pusher", 95)));
        canned.jobs.add(done(canned.job(THIEF, "DONE", "npm:weather-thief", 400), Cases.thief()));
        canned.jobs.add(
                done(
                        canned.job(CALCULATOR, "DONE", "npm:weather-thief@1.0.0", 9_000),
                        Cases.calculator()));
        canned.jobs.add(failed(canned.job(FAILED, "FAILED", "npm:no-such-thing", 90_000)));
        return canned;
    }

    static Canned empty() {
        return new Canned(false);
    }

    /** Every string that can come from a sample or a submitter attacks the page. */
    static Canned hostile() {
        var canned = new Canned(true);
        ObjectNode job = done(canned.job(HOSTILE, "DONE", Hostile.attack(0), 10), Hostile.report());
        job.put("label", Hostile.attack(3)).put("worker", Hostile.attack(6));
        ((ObjectNode) job.path("by")).put("name", Hostile.attack(7));
        ((ObjectNode) job.at("/result/target")).put("name", Hostile.attack(0) + Hostile.attack(3));
        canned.jobs.add(job);
        ObjectNode waits = waiting(canned.job(WAITING, "AWAITING_APPROVAL", Hostile.attack(7), 5));
        ((ArrayNode) waits.at("/approval/reasons")).add(Hostile.attack(0)).add(Hostile.attack(3));
        canned.jobs.add(waits);
        return canned;
    }

    /** The same for another reader. */
    Canned as(String role) {
        this.role = role;
        return this;
    }

    private ObjectNode job(String id, String state, String source, long secondsAgo) {
        Instant at = now.minusSeconds(secondsAgo);
        ObjectNode job = Json.object();
        job.put("id", id).put("state", state).put("source", source).put("profile", "balanced");
        job.put("label", "").put("priority", 5).put("submitted", at.toString());
        job.putObject("by").put("key", "local").put("name", "local");
        job.put("attempt", 1).put("attempts", 3).put("cancelRequested", false).put("lastEvent", 9);
        ObjectNode request = job.putObject("request").put("command", "");
        List.of("args", "env", "allowNet", "headers").forEach(request::putArray);
        job.putObject("approval").put("needed", false).putArray("reasons");
        job.putObject("links");
        if (!state.equals("AWAITING_APPROVAL")) {
            job.put("started", at.plusMillis(400).toString()).put("worker", "worker-1");
        }
        return job;
    }

    private static ObjectNode waiting(ObjectNode job) {
        job.put("profile", "aggressive");
        ((ArrayNode) job.at("/request/allowNet")).add("api.pusher.invalid");
        ObjectNode approval = job.putObject("approval").put("needed", true);
        approval.putArray("reasons")
                .add("aggressive test intensity")
                .add("it contacts real hosts: api.pusher.invalid");
        return job;
    }

    private static ObjectNode done(ObjectNode job, Report report) {
        job.put(
                "finished",
                Instant.parse(job.path("started").asString()).plusMillis(7_430).toString());
        var subject = report.evidence().file().subject();
        ObjectNode result = job.putObject("result");
        result.put("verdict", report.judgement().verdict().name())
                .put("score", report.judgement().risk().score())
                .put("summary", report.judgement().summary())
                .put("case", "20261115-1")
                .put("durationMs", 7_430);
        result.putObject("target")
                .put("kind", subject.kind())
                .put("name", subject.name())
                .put("version", subject.version())
                .put("sha256", subject.sha256());
        ObjectNode findings = result.putObject("findings");
        report.judgement()
                .findings()
                .forEach(
                        found -> {
                            String word = found.severity().name();
                            findings.put(word, findings.path(word).asInt(0) + 1);
                        });
        return job;
    }

    private static ObjectNode failed(ObjectNode job) {
        job.put("finished", job.path("started").asString());
        job.putObject("failure")
                .put("what", "there is no npm package no-such-thing")
                .put("why", "the registry does not know it")
                .put("next", "Check the name and submit it again");
        return job;
    }

    Answer answer(String method, String path, String query, byte[] body, boolean locked) {
        String asked = query == null ? "" : query;
        String[] parts = path.substring(1).split("/");
        if (!method.equals("GET")) {
            return change(method, path, body);
        }
        return switch (parts[0]) {
            case "me" -> json(me(locked));
            case "settings" -> json(CannedFigures.settings());
            case "jobs" ->
                    parts.length == 1 ? json(list(asked)) : ofJob(parts, find(parts[1]), asked);
            case "sessions" -> json(CannedFigures.sessions(jobs.isEmpty(), word(0), now));
            case "approvals" -> json(CannedFigures.approvals(jobs.isEmpty(), word(0), now));
            case "executions" -> json(CannedFigures.executions(jobs.isEmpty(), word(3), now));
            case "execution-failures" -> json(CannedFigures.failures(jobs.isEmpty(), word(0)));
            case "workers" -> json(CannedFigures.workers(now));
            case "fleet" -> json(CannedFigures.fleet(jobs.isEmpty(), word(0), word(3), now));
            case "search" -> json(CannedFigures.hits(jobs, asked, word(0), word(3)));
            case "compare" -> json(CannedFigures.comparison(word(0), word(3)));
            case "keys" -> json(CannedFigures.keys(locked, word(0), now));
            case "audit" ->
                    json(
                            parts.length == 1
                                    ? CannedFigures.audit(word(0), now)
                                    : CannedFigures.verification());
            default -> new Answer(404, "application/problem+json", "", Map.of());
        };
    }

    private Answer change(String method, String path, byte[] body) {
        return switch (path) {
            case "/assess" -> json(jobs.isEmpty() ? find(RUNNING) : jobs.getFirst());
            case "/uploads" ->
                    json(Json.object().put("source", "upload:01upload000000000000000000"));
            case "/keys" ->
                    json(
                            Json.object()
                                    .put("id", "newkey000000")
                                    .put("name", Json.read(body).path("name").asString())
                                    .put("key", "mcpsf_test"));
            default ->
                    method.equals("DELETE")
                            ? new Answer(204, "text/plain", "", Map.of())
                            : json(jobs.getFirst());
        };
    }

    private String word(int attack) {
        return hostile ? Hostile.attack(attack) : "";
    }

    ObjectNode me(boolean locked) {
        ObjectNode me = Json.object();
        me.put("key", locked ? "adakey000000" : "local").put("name", locked ? "Ada" : "local");
        me.put("role", role).put("open", !locked);
        return me;
    }

    private ObjectNode list(String query) {
        ObjectNode page = Json.object();
        ArrayNode items = page.putArray("items");
        for (ObjectNode job : jobs) {
            String state = job.path("state").asString();
            if (!query.contains("state=") || query.contains(state)) {
                items.add(job);
            }
        }
        return page;
    }

    private ObjectNode find(String id) {
        return jobs.stream()
                .filter(job -> job.path("id").asString().equals(id))
                .findFirst()
                .orElseGet(() -> job(id, "QUEUED", "npm:unknown", 1));
    }

    private Answer ofJob(String[] parts, ObjectNode job, String query) {
        if (parts.length == 2) {
            return json(job);
        }
        if (parts[2].equals("files")) {
            ObjectNode files = Json.object();
            ArrayNode items = files.putArray("items");
            for (String name : List.of("evidence.jsonl", "traffic.pcapng", "profile/docker.txt")) {
                items.addObject()
                        .put("name", name + word(0))
                        .put("bytes", 20_480)
                        .put("sha256", "");
            }
            return json(files);
        }
        Form form = query.contains("format=html") ? Form.HTML : Form.JSON;
        return new Answer(
                200,
                form == Form.HTML ? "text/html; charset=utf-8" : "application/json",
                form.text(report(parts[1])),
                Map.of(
                        "Content-Security-Policy",
                        "sandbox allow-scripts; frame-ancestors 'self'; default-src 'none';"
                                + " script-src 'unsafe-inline'; style-src 'unsafe-inline'"));
    }

    private static Report report(String id) {
        return switch (id) {
            case CALCULATOR -> Cases.calculator();
            case HOSTILE -> Hostile.report();
            default -> Cases.thief();
        };
    }

    /** The events of a job; one that runs takes its time, and its end never comes. */
    void events(String job, Teller teller) throws IOException {
        boolean running = job.equals(RUNNING);
        int n = 0;
        teller.tell(state(++n, "RUNNING", "state"));
        teller.tell(begins(++n, Phase.ACQUIRE));
        teller.tell(done(++n, Phase.ACQUIRE));
        Phase phase = Phase.INSPECT;
        teller.tell(begins(++n, phase));
        for (Seen seen : report(job).evidence().seen()) {
            if (seen.at().phase() != phase) {
                teller.tell(done(++n, phase));
                phase = seen.at().phase();
                teller.tell(begins(++n, phase));
            }
            String words = InWords.of(seen.what());
            ObjectNode event = event(++n, "seen");
            event.putObject("seen")
                    .put("seq", seen.seq())
                    .put("micros", seen.at().micros())
                    .put("phase", phase.name())
                    .put("record", seen.what().getClass().getSimpleName())
                    .put("alarm", seen.what().getClass().getSimpleName().startsWith("Bait"))
                    .put("text", words)
                    .set("data", EvidenceFormat.node(seen));
            teller.tell(event);
            LockSupport.parkNanos(running ? Duration.ofMillis(15).toNanos() : 0);
        }
        if (!running) {
            teller.tell(state(++n, find(job).path("state").asString(), "end"));
            return;
        }
        while (!Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
            ObjectNode counts = event(++n, "counts");
            counts.putObject("counts").put("total", 100 + n).put("alerts", 4).put("untold", 0);
            teller.tell(counts);
        }
    }

    private static ObjectNode state(int n, String state, String kind) {
        ObjectNode event = event(n, kind);
        event.putObject("state").put("state", state).put("attempt", 1);
        return event;
    }

    private static ObjectNode done(int n, Phase phase) {
        ObjectNode event = event(n, "done");
        event.putObject("done")
                .put("phase", phase.name())
                .put("status", "DONE")
                .put("ms", 40 + 310 * phase.ordinal())
                .put("why", "");
        return event;
    }

    private static ObjectNode begins(int n, Phase phase) {
        ObjectNode event = event(n, "phase");
        event.putObject("phase").put("phase", phase.name()).put("detail", "");
        return event;
    }

    private static ObjectNode event(int n, String kind) {
        return Json.object().put("n", n).put("at", "2026-11-15T17:30:00Z").put("kind", kind);
    }

    static Answer json(JsonNode node) {
        return new Answer(200, "application/json", Json.text(node), Map.of());
    }

    /** The beginning of a body, as text. */
    static String excerpt(byte[] body) {
        return new String(body, 0, Math.min(body.length, 2_000), StandardCharsets.UTF_8);
    }
}
