package io.mcpsf.service.api;

import io.mcpsf.json.Json;
import io.mcpsf.model.Severity;
import io.mcpsf.service.access.Role;
import io.mcpsf.service.job.Knowledge;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.stream.Stream;

/** What all jobs together know. */
final class KnowledgeRoutes {

    private final Knowledge knowledge;

    KnowledgeRoutes(Knowledge knowledge) {
        this.knowledge = knowledge;
    }

    List<Route> routes() {
        return List.of(
                Route.of("search", "GET /api/v1/search", Role.VIEWER, this::search),
                Route.of("fleet", "GET /api/v1/fleet", Role.VIEWER, this::fleet));
    }

    private ApiResponse search(ApiRequest ask) {
        int limit = (int) ask.number("limit", 1, 200, 50);
        String[] cursor = JobRoutes.cursor(ask, "[0-9]{1,15}-[0-9a-z]{26}-[0-9]{1,9}");
        String where = ask.asked("in") ? ask.query("in") : "findings";
        if (!List.of("findings", "indicators").contains(where)) {
            throw Problem.badRequest("in must be findings or indicators.");
        }
        var query =
                new Knowledge.Query(
                        ask.who().post().scope(),
                        where.equals("indicators"),
                        ask.query("q", 200),
                        ask.query("rule", 100),
                        ask.query("type", 40),
                        severity(ask),
                        cursor.length == 0
                                ? new Knowledge.Place(0, "", 0)
                                : new Knowledge.Place(
                                        Long.parseLong(cursor[0]),
                                        cursor[1],
                                        Long.parseLong(cursor[2])));
        List<Knowledge.Hit> hits = knowledge.search(query, limit + 1);
        ObjectNode page = Json.object();
        ArrayNode items = page.putArray("items");
        hits.stream().limit(limit).forEach(hit -> items.add(hit.node()));
        if (hits.size() > limit) {
            Knowledge.Place last = hits.get(limit - 1).place();
            page.put("next", last.submitted() + "-" + last.job() + "-" + last.n());
        }
        return ApiResponse.json(200, page);
    }

    private static Severity severity(ApiRequest ask) {
        if (!ask.asked("severity")) {
            return Severity.INFO;
        }
        String word = ask.query("severity");
        return Stream.of(Severity.values())
                .filter(s -> s.name().equals(word))
                .findFirst()
                .orElseThrow(
                        () ->
                                Problem.badRequest(
                                        "severity must be INFO, LOW, MEDIUM, HIGH or CRITICAL."));
    }

    private ApiResponse fleet(ApiRequest ask) {
        return ApiResponse.json(
                200,
                knowledge.fleet(ask.who().post().scope(), (int) ask.number("days", 1, 366, 30)));
    }
}
