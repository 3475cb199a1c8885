package io.mcpsf.service.api;

import io.mcpsf.json.Json;
import io.mcpsf.service.job.Job;
import io.mcpsf.service.job.JobState;

import tools.jackson.databind.node.ObjectNode;

import java.time.Instant;

/** A job as its readers see it. */
final class JobJson {

    private JobJson() {}

    static ObjectNode of(Job job, String keyName, String phaseLine) {
        JobProgress progress = JobProgress.of(job, phaseLine);
        ObjectNode node =
                Json.object()
                        .put("id", job.id())
                        .put("job_id", job.id())
                        .put("state", job.state().name())
                        .put("status", status(job.state()))
                        .put("progress", progress.percent())
                        .put("step", progress.step())
                        .put("source", job.asked().source())
                        .put("profile", job.asked().profile())
                        .put("label", job.asked().label())
                        .put("priority", job.asked().priority())
                        .put("submitted", time(job.times().submitted()));
        if (job.times().started() > 0) {
            node.put("started", time(job.times().started()));
        }
        if (job.times().finished() > 0) {
            node.put("finished", time(job.times().finished()));
        }
        node.putObject("by").put("key", job.keyId()).put("name", keyName).put("team", job.team());
        if (!job.attempt().worker().isEmpty()) {
            node.put("worker", job.attempt().worker());
        }
        node.put("attempt", job.attempt().number())
                .put("attempts", job.attempt().most())
                .put("cancelRequested", job.attempt().cancelAsked())
                .put("lastEvent", job.lastEvent());
        node.set("request", Json.read(job.asked().request()));
        node.set("approval", Json.read(job.ends().approval()));
        if (!job.ends().result().isEmpty()) {
            node.set("result", Json.read(job.ends().result()));
        }
        if (!job.ends().failure().isEmpty()) {
            node.set("failure", Json.read(job.ends().failure()));
        }
        links(job, node.putObject("links"));
        return node;
    }

    /** The same in the words that most services use. */
    private static String status(JobState state) {
        return switch (state) {
            case AWAITING_APPROVAL, QUEUED -> "queued";
            case RUNNING -> "running";
            case DONE -> "completed";
            case FAILED, REFUSED -> "failed";
            case CANCELLED -> "cancelled";
        };
    }

    private static void links(Job job, ObjectNode links) {
        String self = "/api/v1/jobs/" + job.id();
        links.put("self", self).put("events", self + "/events");
        if (job.state() == JobState.DONE) {
            links.put("report", self + "/report").put("files", self + "/files");
        }
        if (!job.state().over()) {
            links.put("cancel", self + "/cancel");
        }
        if (job.state() == JobState.AWAITING_APPROVAL) {
            links.put("approval", self + "/approval");
        }
    }

    static String tag(Job job) {
        return "\"%d-%d\"".formatted(job.version(), job.lastEvent());
    }

    static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }
}
