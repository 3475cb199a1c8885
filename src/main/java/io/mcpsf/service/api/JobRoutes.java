package io.mcpsf.service.api;

import io.mcpsf.json.Json;
import io.mcpsf.service.access.Keys;
import io.mcpsf.service.access.Role;
import io.mcpsf.service.job.Erasure;
import io.mcpsf.service.job.Job;
import io.mcpsf.service.job.JobState;
import io.mcpsf.service.job.Jobs;
import io.mcpsf.service.storage.Ids;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Jobs: listing, reading, cancelling, deciding, deleting. */
final class JobRoutes {

    private static final Set<String> STATES = names(JobState.values());
    private static final Set<String> VERDICTS = names(io.mcpsf.model.Verdict.values());

    private final Jobs jobs;
    private final Keys keys;
    private final Erasure erasure;

    JobRoutes(Jobs jobs, Keys keys, Erasure erasure) {
        this.jobs = jobs;
        this.keys = keys;
        this.erasure = erasure;
    }

    List<Route> routes() {
        return List.of(
                Route.of("listJobs", "GET /api/v1/jobs", Role.VIEWER, this::list),
                Route.of("getJob", "GET /api/v1/jobs/{id}", Role.VIEWER, this::get),
                Route.of("deleteJob", "DELETE /api/v1/jobs/{id}", Role.SUBMITTER, this::delete),
                Route.of(
                        "cancelJob", "POST /api/v1/jobs/{id}/cancel", Role.SUBMITTER, this::cancel),
                Route.of(
                        "decideJob",
                        "POST /api/v1/jobs/{id}/approval",
                        Role.APPROVER,
                        this::decide));
    }

    /** The job of the path, or a problem: what is another team's is not there. */
    static Job job(ApiRequest ask, Jobs jobs) {
        return job(ask.part("id"), ask, jobs);
    }

    static Job job(String id, ApiRequest ask, Jobs jobs) {
        return (Ids.isId(id) ? jobs.find(id) : java.util.Optional.<Job>empty())
                .filter(job -> ask.who().sees(job.team()))
                .orElseThrow(() -> Problem.notFound("Job not found."));
    }

    private ApiResponse list(ApiRequest ask) {
        int limit = (int) ask.number("limit", 1, 200, 50);
        String[] cursor = cursor(ask, "[0-9]{1,15}-[0-9a-z]{26}");
        var filter =
                new Jobs.Filter(
                        words(ask, "state", STATES),
                        words(ask, "verdict", VERDICTS),
                        ask.query("q", 200),
                        new Jobs.Whose(
                                ask.who().post().scope(),
                                flag(ask, "mine") ? ask.who().keyId() : ""),
                        new Jobs.Span(
                                time(ask, "since"),
                                time(ask, "until"),
                                cursor.length == 0 ? 0 : Long.parseLong(cursor[0]),
                                cursor.length == 0 ? "" : cursor[1]));
        List<Job> found = jobs.list(filter, limit + 1);
        ObjectNode page = Json.object();
        ArrayNode items = page.putArray("items");
        found.stream()
                .limit(limit)
                .forEach(
                        job ->
                                items.add(
                                        JobJson.of(
                                                job, keys.nameOf(job.keyId()), jobs.phase(job))));
        if (found.size() > limit) {
            Job last = found.get(limit - 1);
            page.put("next", last.times().submitted() + "-" + last.id());
        }
        return ApiResponse.json(200, page);
    }

    private ApiResponse get(ApiRequest ask) {
        Job job = job(ask, jobs);
        String tag = JobJson.tag(job);
        if (tag.equals(ask.header("If-None-Match")) && job.state() != JobState.QUEUED) {
            return ApiResponse.empty(304).with("ETag", tag);
        }
        return shown(200, job);
    }

    private ApiResponse shown(int status, Job job) {
        ObjectNode node = JobJson.of(job, keys.nameOf(job.keyId()), jobs.phase(job));
        if (job.state() == JobState.QUEUED) {
            node.put("position", jobs.position(job));
        }
        return ApiResponse.json(status, node)
                .with("ETag", JobJson.tag(job))
                .with("Cache-Control", "private, no-cache");
    }

    private ApiResponse delete(ApiRequest ask) throws IOException {
        Job job = own(ask);
        String known = ask.header("If-Match");
        if (!known.isEmpty() && !known.equals("*") && !known.equals(JobJson.tag(job))) {
            throw Problem.of(412, "changed", "The job has changed in the meantime.");
        }
        if (!erasure.job(job)) {
            throw Problem.of(409, "not-over", "Cancel the job first and wait until it has ended.");
        }
        return ApiResponse.empty(204);
    }

    private ApiResponse cancel(ApiRequest ask) {
        Job job = own(ask);
        return jobs.cancel(job.id(), "key " + ask.who().keyId())
                .map(cancelled -> shown(202, cancelled))
                .orElseThrow(() -> Problem.of(409, "already-over", "The job has already ended."));
    }

    private Job own(ApiRequest ask) {
        Job job = job(ask, jobs);
        if (!job.keyId().equals(ask.who().keyId()) && !ask.who().role().reaches(Role.ADMIN)) {
            throw Problem.forbidden(
                    "The job belongs to another key; this requires the role admin.");
        }
        return job;
    }

    private ApiResponse decide(ApiRequest ask) {
        Job job = job(ask, jobs);
        JsonNode body = ask.json();
        String decision = body.path("decision").stringValue("");
        JsonNode note = body.path("note");
        boolean good =
                body.isObject()
                        && Set.of("approved", "refused").contains(decision)
                        && (note.isMissingNode()
                                || (note.isString() && note.stringValue().length() <= 500))
                        && body.propertyNames().stream()
                                .allMatch(Set.of("decision", "note")::contains);
        if (!good) {
            throw Problem.badRequest("decision must be approved or refused, with a note.");
        }
        if (job.keyId().equals(ask.who().keyId()) && !ask.who().isLocal()) {
            throw Problem.of(403, "own-job", "You cannot approve your own jobs.");
        }
        return jobs.decide(
                        job.id(),
                        decision.equals("approved"),
                        ask.who().keyId(),
                        note.stringValue(""))
                .map(decided -> shown(200, decided))
                .orElseThrow(
                        () ->
                                Problem.of(
                                        409,
                                        "not-waiting",
                                        "The job is not waiting for approval."));
    }

    private static List<String> words(ApiRequest ask, String name, Set<String> known) {
        String value = ask.query(name, 200);
        if (value.isEmpty()) {
            return List.of();
        }
        List<String> words = List.of(value.split(",", -1));
        if (!known.containsAll(words)) {
            throw Problem.badRequest(name + " must be " + String.join(", ", known) + ".");
        }
        return words;
    }

    private static boolean flag(ApiRequest ask, String name) {
        return switch (ask.query(name)) {
            case "" -> false;
            case "true" -> true;
            case "false" -> false;
            default -> throw Problem.badRequest(name + " must be true or false.");
        };
    }

    private static long time(ApiRequest ask, String name) {
        String value = ask.query(name, 60);
        if (value.isEmpty()) {
            return 0;
        }
        try {
            return Math.max(1, java.time.OffsetDateTime.parse(value).toInstant().toEpochMilli());
        } catch (DateTimeException | ArithmeticException e) {
            throw Problem.badRequest(name + " must be a time such as " + Instant.EPOCH + ".");
        }
    }

    /** The parts of a cursor of ours, none when there is no cursor. */
    static String[] cursor(ApiRequest ask, String form) {
        String cursor = ask.query("cursor", 200);
        if (cursor.isEmpty()) {
            return new String[0];
        }
        if (!cursor.matches(form)) {
            throw Problem.badRequest("cursor must be the next value of the previous page.");
        }
        return cursor.split("-");
    }

    private static Set<String> names(Enum<?>[] values) {
        return Stream.of(values).map(Enum::name).collect(Collectors.toUnmodifiableSet());
    }
}
