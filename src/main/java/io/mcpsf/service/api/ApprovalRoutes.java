package io.mcpsf.service.api;

import io.mcpsf.json.Json;
import io.mcpsf.service.access.Role;
import io.mcpsf.service.session.Approvals;
import io.mcpsf.service.session.Approvals.Question;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Instant;
import java.util.List;

/** What code in sessions wants and a person has to decide. */
final class ApprovalRoutes {

    private final Approvals approvals;

    ApprovalRoutes(Approvals approvals) {
        this.approvals = approvals;
    }

    List<Route> routes() {
        return List.of(
                Route.of("listApprovals", "GET /api/v1/approvals", Role.VIEWER, this::list),
                Route.of("decide", "POST /api/v1/approvals/{id}", Role.APPROVER, this::decide));
    }

    private ApiResponse list(ApiRequest ask) {
        ObjectNode page = Json.object();
        ArrayNode items = page.putArray("items");
        approvals.list(ask.who()).forEach(one -> items.add(shown(one)));
        return ApiResponse.json(200, page);
    }

    private ApiResponse decide(ApiRequest ask) {
        Question one =
                approvals
                        .find(ask.part("id"), ask.who())
                        .orElseThrow(() -> Problem.notFound("No request with this id is waiting."));
        JsonNode body = ask.json();
        boolean yes =
                switch (body.path("decision").stringValue("")) {
                    case "approved" -> true;
                    case "refused" -> false;
                    default -> throw Problem.badRequest("decision must be approved or refused.");
                };
        if (body.size() != 1) {
            throw Problem.badRequest("The body must be an object with decision.");
        }
        if (one.asker().keyId().equals(ask.who().keyId()) && !ask.who().isLocal()) {
            throw Problem.forbidden("A key can't approve its own requests.");
        }
        if (!approvals.decide(one, yes)) {
            throw Problem.of(409, "too-late", "It is already decided.");
        }
        return ApiResponse.empty(204);
    }

    private static ObjectNode shown(Question one) {
        return Json.object()
                .put("id", one.id())
                .put("session", one.session())
                .put("key", one.asker().keyId())
                .put("by", one.asker().name())
                .put("question", one.text())
                .put("asked", Instant.ofEpochMilli(one.asked()).toString())
                .put("ends", Instant.ofEpochMilli(one.ends()).toString());
    }
}
