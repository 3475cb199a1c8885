package io.mcpsf.inspect.advisory;

import io.mcpsf.inspect.deps.Component;
import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.model.Health;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.text.Printable;
import io.mcpsf.web.WebRoute;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The OSV service (or one that speaks like it), asked in batches. It learns the names we ask. */
final class OsvService implements Advisories {

    private static final int BATCH = 1_000;
    private static final int MOST_PAGES = 20;
    private static final int LARGEST = 32 << 20;
    private static final int AT_ONCE = 8;
    private static final Duration ANSWER = Duration.ofSeconds(20);

    private final URI base;
    private final OsvCache cache;
    private final WebRoute web;

    OsvService(URI base, OsvCache cache, WebRoute web) {
        this.base = base;
        this.cache = cache;
        this.web = web;
    }

    @Override
    public Answer about(List<Component> components) throws InterruptedException {
        Map<String, Component> asked = new LinkedHashMap<>();
        String untold = "";
        for (Component component : components) {
            // What somebody calls a folder of their own is told to nobody.
            switch (component.details().origin()) {
                case REGISTRY, GIT, ADDRESS -> asked.putIfAbsent(component.purl(), component);
                case CLAIMED -> untold = component.name();
                case LOCAL -> {}
            }
        }
        Map<String, JsonNode> ids = new LinkedHashMap<>();
        String trouble = "";
        try (HttpClient client = web.client()) {
            var conversation = new Conversation(client);
            try {
                conversation.ids(asked, ids);
            } catch (IOException | BadJsonException e) {
                trouble = why(e);
            }
            var matches = new ArrayList<Match>();
            int lost = asked.size() - ids.size();
            try {
                Map<String, JsonNode> records = conversation.records(ids);
                ids.forEach(
                        (purl, vulns) -> matches.addAll(matches(asked.get(purl), vulns, records)));
            } catch (IOException | BadJsonException e) {
                trouble = why(e);
                lost = asked.size();
            }
            return new Answer(
                    matches, told(health(asked.size(), lost, trouble), untold), base.toString());
        } catch (IOException e) {
            SenseHealth blind = health(asked.size(), asked.size(), why(e));
            return new Answer(List.of(), blind, base.toString());
        }
    }

    private SenseHealth health(int asked, int lost, String trouble) {
        if (lost == 0) {
            return SenseHealth.full(asked);
        }
        String why = "%s did not answer: %s".formatted(base.getHost(), trouble);
        return lost == asked
                ? SenseHealth.blind("no advisories were imported (mcpsf db import), and " + why)
                : SenseHealth.lossy(asked - lost, lost, why);
    }

    private static SenseHealth told(SenseHealth health, String untold) {
        if (untold.isEmpty() || health.health() != Health.FULL) {
            return health;
        }
        String why =
                "the folder's own name, %s, is looked up only in imported advisories (mcpsf db import)"
                        .formatted(Printable.line(untold, 120));
        return health.events() == 0
                ? SenseHealth.blind(why)
                : SenseHealth.lossy(health.events(), 1, why);
    }

    private static String why(Exception e) {
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : Printable.line(message, 120);
    }

    private static List<Match> matches(
            @org.jspecify.annotations.Nullable Component component,
            JsonNode vulns,
            Map<String, JsonNode> records) {
        if (component == null) {
            return List.of();
        }
        var about = new ArrayList<Advisory>();
        for (JsonNode vuln : vulns) {
            JsonNode record = records.getOrDefault(Json.text(vuln, "id"), Json.object());
            for (OsvRecord.Entry entry : OsvRecord.read(record)) {
                if (entry.ecosystem() == component.ecosystem()
                        && entry.name().equals(component.ecosystem().plain(component.name()))) {
                    about.add(entry.advisory());
                }
            }
        }
        return Matches.of(component, about, "osv");
    }

    /** The questions of one assessment over one client. */
    private final class Conversation {
        private final HttpClient client;

        Conversation(HttpClient client) {
            this.client = client;
        }

        /** Fills in the ids for each package, from the cache where it still knows. */
        void ids(Map<String, Component> asked, Map<String, JsonNode> ids)
                throws IOException, InterruptedException {
            List<String> unknown = new ArrayList<>();
            for (String purl : asked.keySet()) {
                cache.ids(purl)
                        .ifPresentOrElse(known -> ids.put(purl, known), () -> unknown.add(purl));
            }
            for (int i = 0; i < unknown.size(); i += BATCH) {
                batch(unknown.subList(i, Math.min(i + BATCH, unknown.size())), ids);
            }
        }

        private void batch(List<String> purls, Map<String, JsonNode> ids)
                throws IOException, InterruptedException {
            Map<String, ArrayNode> found = new LinkedHashMap<>();
            Map<String, String> open = new LinkedHashMap<>();
            purls.forEach(purl -> open.put(purl, ""));
            for (int page = 0; !open.isEmpty(); page++) {
                if (page >= MOST_PAGES) {
                    throw new IOException("endless pages");
                }
                ObjectNode question = Json.object();
                ArrayNode queries = question.putArray("queries");
                open.forEach((purl, token) -> queries.add(query(purl, token)));
                JsonNode results = send("/v1/querybatch", Json.bytes(question)).path("results");
                if (results.size() != open.size()) {
                    throw new IOException("it returned the wrong number of results");
                }
                int at = 0;
                for (String purl : List.copyOf(open.keySet())) {
                    JsonNode result = results.get(at++);
                    ArrayNode all = found.computeIfAbsent(purl, _ -> Json.array());
                    result.path("vulns").forEach(all::add);
                    String token = Json.text(result, "next_page_token");
                    if (token.isEmpty()) {
                        open.remove(purl);
                    } else {
                        open.put(purl, token);
                    }
                }
            }
            found.forEach(cache::keepIds);
            ids.putAll(found);
        }

        private static ObjectNode query(String purl, String token) {
            ObjectNode query = Json.object();
            query.putObject("package").put("purl", purl);
            if (!token.isEmpty()) {
                query.put("page_token", token);
            }
            return query;
        }

        /** The records behind the ids, each fetched once. */
        Map<String, JsonNode> records(Map<String, JsonNode> ids)
                throws IOException, InterruptedException {
            Map<String, JsonNode> records = new LinkedHashMap<>();
            Map<String, Future<JsonNode>> coming = new LinkedHashMap<>();
            try (var tasks = Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
                for (JsonNode vulns : ids.values()) {
                    for (JsonNode vuln : vulns) {
                        String id = Json.text(vuln, "id");
                        String modified = Json.text(vuln, "modified");
                        if (id.matches("[A-Za-z0-9][A-Za-z0-9-]{0,100}")
                                && !coming.containsKey(id)) {
                            Callable<JsonNode> fetch = () -> fetch(id, modified);
                            coming.put(id, tasks.submit(fetch));
                        }
                    }
                }
            }
            for (var one : coming.entrySet()) {
                try {
                    records.put(one.getKey(), one.getValue().get());
                } catch (ExecutionException e) {
                    throw new IOException(one.getKey() + ": " + String.valueOf(e.getCause()), e);
                }
            }
            return records;
        }

        private JsonNode fetch(String id, String modified)
                throws IOException, InterruptedException {
            var known = cache.record(id, modified);
            if (known.isPresent()) {
                return known.get();
            }
            JsonNode record = send("/v1/vulns/" + id, new byte[0]);
            cache.keepRecord(id, record);
            return record;
        }

        private JsonNode send(String path, byte[] body) throws IOException, InterruptedException {
            URI address = URI.create(base.toString().replaceFirst("/+$", "") + path);
            HttpRequest.Builder request = HttpRequest.newBuilder(address).timeout(ANSWER);
            if (body.length > 0) {
                request.header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body));
            }
            HttpResponse<InputStream> response =
                    client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream in = response.body()) {
                if (response.statusCode() != 200) {
                    throw new IOException("status " + response.statusCode());
                }
                return Json.read(in.readNBytes(LARGEST));
            }
        }
    }
}
