package io.mcpsf.service.api;

import io.mcpsf.json.Json;
import io.mcpsf.service.access.Key;
import io.mcpsf.service.access.KeyLimits;
import io.mcpsf.service.access.Keys;
import io.mcpsf.service.access.Post;
import io.mcpsf.service.access.Principal;
import io.mcpsf.service.access.Role;
import io.mcpsf.service.job.BadRequestException;
import io.mcpsf.service.job.Erasure;
import io.mcpsf.service.job.Jobs;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Keys and sessions. */
final class AccessRoutes {

    private final Keys keys;
    private final Erasure erasure;
    private final Jobs jobs;
    private final InstantSource clock;
    private final boolean secure;
    private final Consumer<String> endSessions;

    AccessRoutes(
            Keys keys,
            Erasure erasure,
            Jobs jobs,
            Consumer<String> endSessions,
            InstantSource clock,
            boolean secure) {
        this.endSessions = endSessions;
        this.keys = keys;
        this.erasure = erasure;
        this.jobs = jobs;
        this.clock = clock;
        this.secure = secure;
    }

    List<Route> routes() {
        return List.of(
                Route.of(
                        "me",
                        "GET /api/v1/me",
                        Role.VIEWER,
                        ask -> ApiResponse.json(200, me(ask.who()))),
                Route.open("openSession", "POST /api/v1/session", this::openSession),
                Route.of("closeSession", "DELETE /api/v1/session", Role.VIEWER, this::closeSession),
                Route.of("listKeys", "GET /api/v1/keys", Role.ADMIN, this::list),
                Route.of("createKey", "POST /api/v1/keys", Role.ADMIN, this::create),
                Route.of("revokeKey", "DELETE /api/v1/keys/{key}", Role.ADMIN, this::revoke),
                Route.of("eraseKey", "POST /api/v1/keys/{key}/erasure", Role.ADMIN, this::erase));
    }

    private ObjectNode me(Principal who) {
        ObjectNode node =
                Json.object()
                        .put("key", who.keyId())
                        .put("name", who.name())
                        .put("role", who.role().word())
                        .put("team", who.team())
                        .put("open", who.isLocal());
        node.set("limits", limits(who.limits()));
        return node;
    }

    private ApiResponse openSession(ApiRequest ask) {
        JsonNode body = ask.json();
        if (!body.isObject() || !body.path("key").isString() || body.size() != 1) {
            throw Problem.badRequest("Send the key as {\"key\": \"mcpsf_…\"}.");
        }
        Principal who =
                keys.bySecret(body.path("key").stringValue("")).orElseThrow(Problem::unauthorized);
        return ApiResponse.json(200, me(who))
                .with("Set-Cookie", cookie(keys.openSession(who), 43_200));
    }

    private ApiResponse closeSession(ApiRequest ask) {
        ask.session().ifPresent(keys::closeSession);
        return ApiResponse.empty(204).with("Set-Cookie", cookie("", 0));
    }

    private String cookie(String word, int seconds) {
        return "%s=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=%d%s"
                .formatted(Identification.COOKIE, word, seconds, secure ? "; Secure" : "");
    }

    private ApiResponse list(ApiRequest ask) {
        ObjectNode page = Json.object();
        ArrayNode items = page.putArray("items");
        keys.all().stream()
                .filter(key -> ask.who().sees(key.team()))
                .forEach(key -> items.add(node(key)));
        return ApiResponse.json(200, page);
    }

    private ApiResponse create(ApiRequest ask) {
        JsonNode body = ask.json();
        Set<String> known = Set.of("name", "role", "team", "limits", "days");
        if (!body.isObject() || !body.propertyNames().stream().allMatch(known::contains)) {
            throw Problem.badRequest("A key has name, role, team, limits and days.");
        }
        String name = body.path("name").stringValue("");
        if (name.isBlank()
                || name.length() > 100
                || name.codePoints()
                        .anyMatch(c -> Character.isISOControl(c) || (c >= 0xD800 && c <= 0xDFFF))) {
            throw Problem.badRequest("name must be a string of 1 to 100 characters.");
        }
        Role role =
                Role.named(body.path("role").stringValue(""))
                        .orElseThrow(
                                () ->
                                        Problem.badRequest(
                                                "role must be viewer, submitter, approver, admin or"
                                                        + " operator."));
        JsonNode team = body.path("team");
        if (!team.isMissingNode() && !(team.isString() && Post.isTeam(team.stringValue()))) {
            throw Problem.badRequest(
                    "team may contain lower-case letters, digits and dashes, at most 40.");
        }
        var post = new Post(role, team.stringValue(ask.who().team()));
        if (!ask.who().post().rules(post)) {
            throw Problem.forbidden(
                    "Only an operator can create keys for other teams or with a higher role.");
        }
        long days = number(body, "days", 1, 3660, 0);
        long expires = days == 0 ? 0 : clock.millis() + Duration.ofDays(days).toMillis();
        try {
            Keys.Made made = keys.make(name, post, limits(body), expires);
            return ApiResponse.json(201, node(made.key()).put("key", made.secret()));
        } catch (Keys.FirstKeyException e) {
            throw Problem.of(409, "first-key", "The first key must have the role admin.");
        }
    }

    private static KeyLimits limits(JsonNode body) {
        JsonNode limits = body.path("limits");
        if (limits.isMissingNode()) {
            return KeyLimits.usual();
        }
        Set<String> known = Set.of("perMinute", "jobsAtOnce", "jobsPerDay");
        if (!limits.isObject()
                || limits.size() != known.size()
                || !limits.propertyNames().stream().allMatch(known::contains)) {
            throw Problem.badRequest("limits has perMinute, jobsAtOnce and jobsPerDay.");
        }
        return new KeyLimits(
                (int) number(limits, "perMinute", 1, 1_000_000, 1),
                (int) number(limits, "jobsAtOnce", 0, 100_000, 0),
                (int) number(limits, "jobsPerDay", 0, 1_000_000, 0));
    }

    private static long number(JsonNode node, String name, long least, long most, long otherwise) {
        JsonNode value = node.path(name);
        if (value.isMissingNode()) {
            return otherwise;
        }
        boolean whole = value.isNumber() && value.doubleValue() % 1 == 0;
        if (!whole || value.doubleValue() < least || value.doubleValue() > most) {
            throw new BadRequestException(
                    "%s must be an integer from %d to %d".formatted(name, least, most));
        }
        return (long) value.doubleValue();
    }

    private ApiResponse revoke(ApiRequest ask) {
        try {
            if (!keys.revoke(keyId(ask, keys))) {
                throw Problem.notFound("Key not found.");
            }
            return ApiResponse.empty(204);
        } catch (Keys.LastAdminException e) {
            throw Problem.of(409, "last-admin", "The last admin key cannot be revoked.");
        }
    }

    private ApiResponse erase(ApiRequest ask) throws IOException {
        String id = keyId(ask, keys);
        try {
            if (!keys.erase(id)) {
                throw Problem.notFound("Key not found.");
            }
        } catch (Keys.LastAdminException e) {
            throw Problem.of(409, "last-admin", "The last admin key cannot be erased.");
        }
        // What still ran would be written down after all had been erased.
        endSessions.accept(id);
        Erasure.Erased erased = erasure.key(id, jobs);
        return ApiResponse.json(
                200,
                Json.object()
                        .put("jobs", erased.jobs())
                        .put("uploads", erased.uploads())
                        .put("executions", erased.executions())
                        .put("snapshots", erased.snapshots())
                        .put("stopping", erased.running()));
    }

    /** The key of the path: what is another team's is not there. */
    private static String keyId(ApiRequest ask, Keys keys) {
        String id = ask.part("key");
        Post post =
                (id.matches("[0-9a-z]{12}") ? keys.find(id) : Optional.<Key>empty())
                        .map(Key::post)
                        .filter(p -> ask.who().sees(p.team()))
                        .orElseThrow(() -> Problem.notFound("Key not found."));
        if (!ask.who().post().rules(post)) {
            throw Problem.forbidden("That key has a higher role than yours.");
        }
        return id;
    }

    private static ObjectNode node(Key key) {
        ObjectNode node =
                Json.object()
                        .put("id", key.id())
                        .put("name", key.name())
                        .put("role", key.role().word())
                        .put("team", key.team())
                        .put("created", JobJson.time(key.times().created()));
        if (key.times().expires() > 0) {
            node.put("expires", JobJson.time(key.times().expires()));
        }
        if (key.times().used() > 0) {
            node.put("used", JobJson.time(key.times().used()));
        }
        node.put("revoked", key.times().revoked() > 0);
        node.set("limits", limits(key.limits()));
        return node;
    }

    private static ObjectNode limits(KeyLimits limits) {
        return Json.object()
                .put("perMinute", limits.perMinute())
                .put("jobsAtOnce", limits.jobsAtOnce())
                .put("jobsPerDay", limits.jobsPerDay());
    }
}
