package io.mcpsf.service.api;

import io.mcpsf.json.Json;
import io.mcpsf.report.form.Form;
import io.mcpsf.service.access.AuditChain;
import io.mcpsf.service.access.AuditEntry;
import io.mcpsf.service.access.AuditLog;
import io.mcpsf.service.access.Role;
import io.mcpsf.service.storage.Database;
import io.mcpsf.service.storage.StorageException;
import io.mcpsf.service.worker.WorkerRegistry;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/** The machine itself: health, figures, settings, workers, the audit log, this API's document. */
final class MachineRoutes {

    private final Database database;
    private final WorkerRegistry attendance;
    private final IntSupplier warm;
    private final AuditLog audit;
    private final Metrics metrics;
    private final ObjectNode settings;
    private final SessionDoor door;
    private final BooleanSupplier open;

    /** A walk along the whole chain takes a while. */
    private final ConcurrencyLimit verifying =
            new ConcurrencyLimit("The audit log", 1, Duration.ofSeconds(10));

    MachineRoutes(
            Database database,
            WorkerRegistry attendance,
            IntSupplier warm,
            AuditLog audit,
            Metrics metrics,
            ObjectNode settings,
            SessionDoor door,
            BooleanSupplier open) {
        this.door = door;
        this.database = database;
        this.attendance = attendance;
        this.warm = warm;
        this.audit = audit;
        this.metrics = metrics;
        this.settings = settings;
        this.open = open;
    }

    List<Route> routes() {
        return List.of(
                Route.open("health", "GET /health", this::alive),
                Route.open("ready", "GET /ready", _ -> health(ready())),
                Route.open("openapi", "GET /api/v1/openapi.yaml", _ -> document()),
                Route.of(
                        "metrics",
                        "GET /metrics",
                        Role.VIEWER,
                        ask ->
                                ApiResponse.bytes(
                                        200,
                                        "text/plain; version=0.0.4; charset=utf-8",
                                        metrics.text(ask.who().post().scope())
                                                .getBytes(StandardCharsets.UTF_8))),
                Route.of(
                        "settings",
                        "GET /api/v1/settings",
                        Role.VIEWER,
                        _ -> ApiResponse.json(200, settings)),
                Route.of("workers", "GET /api/v1/workers", Role.VIEWER, _ -> workers()),
                Route.of("listAudit", "GET /api/v1/audit", Role.ADMIN, this::log),
                Route.of(
                        "verifyAudit",
                        "GET /api/v1/audit/verification",
                        Role.ADMIN,
                        _ -> verification()));
    }

    /** What the service says about itself to those who may see. */
    static ObjectNode settings(String version, SubmitRoutes.Rules rules) {
        ObjectNode node = Json.object().put("version", version);
        ArrayNode formats = node.putArray("formats");
        Form.words().forEach(formats::add);
        ArrayNode profiles = node.putArray("profiles");
        List.of("safe", "balanced", "aggressive").forEach(profiles::add);
        return node.put("approval", rules.approval()).put("uploadBytes", rules.uploadBytes());
    }

    /** Of the service, or of the session that is named, as E2B's clients ask. */
    private ApiResponse alive(ApiRequest ask) {
        if (!SessionDoor.names(ask::header)) {
            return health(true);
        }
        return ApiResponse.empty(door.named(ask::header).isPresent() ? 204 : 502);
    }

    private ApiResponse health(boolean good) {
        return ApiResponse.json(
                good ? 200 : 503,
                Json.object()
                        .put("status", good ? "ok" : "unavailable")
                        .put("version", settings.path("version").stringValue(""))
                        .put("warm", warm.getAsInt()));
    }

    private boolean ready() {
        try {
            return open.getAsBoolean() && database.read(sql -> sql.number("SELECT 1")) == 1;
        } catch (StorageException e) {
            return false;
        }
    }

    private static ApiResponse document() throws IOException {
        try (InputStream in = MachineRoutes.class.getResourceAsStream("/openapi.yaml")) {
            if (in == null) {
                throw Problem.notFound("The document is not part of this build.");
            }
            return ApiResponse.bytes(200, "application/yaml", in.readAllBytes());
        }
    }

    private ApiResponse workers() {
        ObjectNode page = Json.object();
        ArrayNode items = page.putArray("items");
        for (WorkerRegistry.Present worker : attendance.all()) {
            items.addObject()
                    .put("id", worker.id())
                    .put("host", worker.host())
                    .put("version", worker.version())
                    .put("slots", worker.slots())
                    .put("running", worker.running())
                    .put("heard", JobJson.time(worker.heard()));
        }
        return ApiResponse.json(200, page);
    }

    private ApiResponse log(ApiRequest ask) {
        int limit = (int) ask.number("limit", 1, 200, 50);
        String[] cursor = JobRoutes.cursor(ask, "[0-9]{1,15}");
        long before = cursor.length == 0 ? 0 : Long.parseLong(cursor[0]);
        List<AuditEntry> entries =
                audit.page(ask.who().post().scope(), ask.query("key", 40), before, limit + 1);
        ObjectNode page = Json.object();
        ArrayNode items = page.putArray("items");
        entries.stream()
                .limit(limit)
                .forEach(
                        e ->
                                items.addObject()
                                        .put("n", e.n())
                                        .put("at", JobJson.time(e.at()))
                                        .put("key", e.keyId())
                                        .put("role", e.role())
                                        .put("from", e.from())
                                        .put("action", e.action())
                                        .put("resource", e.resource())
                                        .put("status", e.status())
                                        .put("times", e.times())
                                        .put("hash", e.hash()));
        if (entries.size() > limit) {
            page.put("next", "" + entries.get(limit - 1).n());
        }
        return ApiResponse.json(200, page);
    }

    private ApiResponse verification() throws IOException, InterruptedException {
        AuditChain.Verification found = verifying.take(audit::verify);
        return ApiResponse.json(
                200,
                Json.object()
                        .put("whole", found.whole())
                        .put("entries", found.entries())
                        .put("head", found.head())
                        .put("trouble", found.trouble()));
    }
}
