package io.mcpsf.service.api;

import io.mcpsf.json.Json;
import io.mcpsf.service.access.Role;
import io.mcpsf.service.job.Erasure;
import io.mcpsf.service.session.HeldSession;
import io.mcpsf.service.session.SessionDesk;
import io.mcpsf.service.session.SnapshotStore.Snapshot;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What is kept of sessions: their snapshots; and deleting everything that was kept of one. */
final class SnapshotRoutes {

    private final SessionDesk desk;
    private final Erasure erasure;

    SnapshotRoutes(SessionDesk desk, Erasure erasure) {
        this.desk = desk;
        this.erasure = erasure;
    }

    List<Route> routes() {
        String one = "/api/v1/sessions/{id}";
        return List.of(
                Route.of("takeSnapshot", "POST " + one + "/snapshots", Role.SUBMITTER, this::take),
                Route.of("listSnapshots", "GET /api/v1/snapshots", Role.VIEWER, this::list),
                Route.of(
                        "deleteSnapshot",
                        "DELETE /api/v1/snapshots/{id}",
                        Role.SUBMITTER,
                        this::delete),
                Route.of("eraseSession", "DELETE " + one + "/data", Role.SUBMITTER, this::erase));
    }

    private ApiResponse take(ApiRequest ask) throws InterruptedException {
        HeldSession one = SessionRoutes.own(desk, ask);
        return SessionProblems.told(
                () -> {
                    try (var _ = one.work()) {
                        return ApiResponse.json(201, shown(desk.snapshot(one, ask.who())));
                    }
                });
    }

    private ApiResponse list(ApiRequest ask) {
        ObjectNode page = Json.object();
        ArrayNode items = page.putArray("items");
        desk.snapshots().list(ask.who()).forEach(one -> items.add(shown(one)));
        return ApiResponse.json(200, page);
    }

    private ApiResponse delete(ApiRequest ask) throws IOException {
        Snapshot one = find(desk, ask, ask.part("id"));
        desk.snapshots().erase(one);
        return ApiResponse.empty(204);
    }

    /** Of the same key, or the admin's. */
    static Snapshot find(SessionDesk desk, ApiRequest ask, String hostileId) {
        Snapshot one =
                desk.snapshots()
                        .find(hostileId, ask.who())
                        .orElseThrow(() -> Problem.notFound("Snapshot not found."));
        if (!one.keyId().equals(ask.who().keyId()) && !ask.who().role().reaches(Role.ADMIN)) {
            throw Problem.forbidden(
                    "The snapshot belongs to another key; this requires the role admin.");
        }
        return one;
    }

    /** Ends it when it is still open. Its tokens for personal data are forgotten with its end. */
    private ApiResponse erase(ApiRequest ask) throws IOException {
        String id = ask.part("id");
        Optional<HeldSession> open = desk.find(id, ask.who());
        if (open.isPresent()) {
            desk.close(SessionRoutes.own(desk, ask));
        }
        boolean all = ask.who().role().reaches(Role.ADMIN);
        Erasure.Erased erased =
                erasure.session(id, ask.who().post().scope(), all ? "" : ask.who().keyId());
        if (open.isEmpty() && erased.executions() + erased.snapshots() == 0) {
            throw Problem.notFound("Nothing is kept of a session with this id.");
        }
        return ApiResponse.json(
                200,
                Json.object()
                        .put("executions", erased.executions())
                        .put("snapshots", erased.snapshots()));
    }

    private static ObjectNode shown(Snapshot one) {
        return Json.object()
                .put("id", one.id())
                .put("session", one.session())
                .put("key", one.keyId())
                .put("bytes", one.bytes())
                .put("created", Instant.ofEpochMilli(one.made()).toString());
    }
}
