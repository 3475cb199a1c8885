package io.mcpsf.service.api;

import io.mcpsf.json.Json;
import io.mcpsf.service.access.Role;
import io.mcpsf.service.session.ExecutionArchive;
import io.mcpsf.service.session.ExecutionArchive.Entry;
import io.mcpsf.service.storage.Ids;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

/** The log of what ran in sessions: looking for it, reading it, deleting it. */
final class ExecutionRoutes {

    private final ExecutionArchive archive;

    ExecutionRoutes(ExecutionArchive archive) {
        this.archive = archive;
    }

    List<Route> routes() {
        return List.of(
                Route.of("listExecutions", "GET /api/v1/executions", Role.VIEWER, this::list),
                Route.of(
                        "listFailures",
                        "GET /api/v1/execution-failures",
                        Role.VIEWER,
                        this::failures),
                Route.of("getExecution", "GET /api/v1/executions/{id}", Role.VIEWER, this::get),
                Route.of(
                        "getEvidence",
                        "GET /api/v1/executions/{id}/evidence",
                        Role.VIEWER,
                        this::evidence),
                Route.of(
                        "deleteExecution",
                        "DELETE /api/v1/executions/{id}",
                        Role.SUBMITTER,
                        this::delete));
    }

    private ApiResponse list(ApiRequest ask) {
        int limit = (int) ask.number("limit", 1, 200, 50);
        String[] cursor = JobRoutes.cursor(ask, "[0-9a-z]{26}");
        List<Entry> found =
                archive.list(filter(ask), cursor.length == 0 ? "" : cursor[0], limit + 1);
        ObjectNode page = Json.object();
        ArrayNode items = page.putArray("items");
        found.stream().limit(limit).forEach(entry -> items.add(shown(entry)));
        if (found.size() > limit) {
            page.put("next", found.get(limit - 1).id());
        }
        return ApiResponse.json(200, page);
    }

    private ApiResponse failures(ApiRequest ask) {
        ObjectNode page = Json.object();
        ArrayNode items = page.putArray("items");
        archive.failures(filter(ask))
                .forEach(
                        one ->
                                items.addObject()
                                        .put("day", one.day())
                                        .put("kind", one.kind())
                                        .put("count", one.count()));
        return ApiResponse.json(200, page);
    }

    private ApiResponse get(ApiRequest ask) throws IOException {
        try (InputStream in = archive.open(entry(ask), "log")) {
            return ApiResponse.bytes(200, "application/json", in.readAllBytes());
        }
    }

    private ApiResponse evidence(ApiRequest ask) throws IOException {
        InputStream in;
        try {
            in = archive.open(entry(ask), "evidence");
        } catch (java.nio.file.NoSuchFileException e) {
            throw Problem.notFound("The evidence of this execution was too large to keep.");
        }
        return ApiResponse.flowing(
                "application/jsonl",
                out -> {
                    try (in) {
                        in.transferTo(out);
                    }
                });
    }

    private ApiResponse delete(ApiRequest ask) throws IOException {
        Entry entry = entry(ask);
        if (!entry.origin().keyId().equals(ask.who().keyId())
                && !ask.who().role().reaches(Role.ADMIN)) {
            throw Problem.forbidden(
                    "The execution belongs to another key; this requires the role admin.");
        }
        archive.erase(entry);
        return ApiResponse.empty(204);
    }

    private Entry entry(ApiRequest ask) {
        String id = ask.part("id");
        Optional<Entry> entry = Ids.isId(id) ? archive.find(id) : Optional.empty();
        return entry.filter(one -> ask.who().sees(one.origin().team()))
                .orElseThrow(() -> Problem.notFound("Execution not found."));
    }

    private static ExecutionArchive.Filter filter(ApiRequest ask) {
        boolean failed =
                switch (ask.query("failed")) {
                    case "", "false" -> false;
                    case "true" -> true;
                    default -> throw Problem.badRequest("failed must be true or false.");
                };
        return new ExecutionArchive.Filter(
                ask.who().post().scope(),
                ask.query("session", 60),
                ask.query("kind", 100),
                failed,
                time(ask, "since"),
                time(ask, "until"));
    }

    private static long time(ApiRequest ask, String name) {
        String value = ask.query(name, 60);
        if (value.isEmpty()) {
            return 0;
        }
        try {
            return Math.max(1, OffsetDateTime.parse(value).toInstant().toEpochMilli());
        } catch (DateTimeException | ArithmeticException e) {
            throw Problem.badRequest(name + " must be a time such as " + Instant.EPOCH + ".");
        }
    }

    private static ObjectNode shown(Entry entry) {
        return Json.object()
                .put("id", entry.id())
                .put("session", entry.origin().session())
                .put("key", entry.origin().keyId())
                .put("language", entry.language())
                .put("status", entry.outcome().status())
                .put("exitCode", entry.outcome().exitCode())
                .put("kind", entry.outcome().kind())
                .put("why", entry.outcome().why())
                .put("started", Instant.ofEpochMilli(entry.started()).toString())
                .put("millis", entry.millis());
    }
}
