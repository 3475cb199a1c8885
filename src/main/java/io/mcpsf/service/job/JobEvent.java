package io.mcpsf.service.job;

import io.mcpsf.json.Json;

import tools.jackson.databind.node.ObjectNode;

/** Something that happened in a job, before it has a number. */
public record JobEvent(String kind, ObjectNode body) {

    public static JobEvent state(JobState state, int attempt, String worker, String why) {
        ObjectNode body = Json.object().put("state", state.name()).put("attempt", attempt);
        if (!worker.isEmpty()) {
            body.put("worker", worker);
        }
        if (!why.isEmpty()) {
            body.put("why", why);
        }
        return new JobEvent(state.over() ? "end" : "state", body);
    }

    public static JobEvent note(String text) {
        return new JobEvent("note", Json.object().put("text", text));
    }

    /** The name of the member that holds the body. */
    String member() {
        return kind.equals("end") ? "state" : kind;
    }

    /** The whole event as one line of JSON. */
    public static String line(long n, long at, JobEvent event) {
        ObjectNode node =
                Json.object()
                        .put("n", n)
                        .put("at", java.time.Instant.ofEpochMilli(at).toString())
                        .put("kind", event.kind());
        node.set(event.member(), event.body());
        return Json.text(node);
    }
}
