package io.mcpsf.service.kubernetes;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.text.Printable;
import io.mcpsf.web.WebRoute;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * The few calls of the Kubernetes API that we make, in one namespace. What the server can't do just
 * now (429, 503, no answer) is tried again for a while, at the pace that it asks for.
 */
public final class KubernetesApi implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(20);
    private static final int AT_ONCE = 16;
    private static final int PER_SECOND = 40;
    private static final int LONGEST_WORD = 500;

    private final ClusterAccess access;
    private final HttpClient http;
    private final CallPace pace = new CallPace(AT_ONCE, PER_SECOND);
    private final Duration stubborn;

    /** A kind of object by the path of its group, such as {@code apis/batch/v1} and jobs. */
    public record Kind(String group, String plural) {
        public static final Kind JOB = new Kind("apis/batch/v1", "jobs");
        public static final Kind POD = new Kind("api/v1", "pods");
        public static final Kind EVENT = new Kind("api/v1", "events");
    }

    /** Tries again for so long when the server does not answer. */
    public KubernetesApi(ClusterAccess access, Duration stubborn) throws IOException {
        this.access = access;
        this.stubborn = stubborn;
        this.http =
                WebRoute.direct()
                        .builder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .sslContext(access.tls())
                        .build();
    }

    public String namespace() {
        return access.namespace();
    }

    /** Which Kubernetes answers; needs no right. */
    public String version() throws InterruptedException {
        return Printable.line(
                send("GET", "/version", "").path("gitVersion").stringValue("unknown"), 60);
    }

    /** How many calls were made, and how many of them the server put off. */
    public Map<String, Long> counts() {
        return Map.of("calls", pace.calls(), "putOff", pace.refused());
    }

    public JsonNode get(Kind kind, String name) throws InterruptedException {
        return send("GET", path(kind) + "/" + word(name), "");
    }

    /** All that bear the labels. */
    public JsonNode list(Kind kind, String labels) throws InterruptedException {
        return send("GET", path(kind) + query(Map.of("labelSelector", labels)), "");
    }

    public JsonNode list(Kind kind, Map<String, String> parameters) throws InterruptedException {
        return send("GET", path(kind) + query(parameters), "");
    }

    /** That it is there already is success: its name was drawn for this one purpose. */
    public void create(Kind kind, JsonNode body) throws InterruptedException {
        try {
            send("POST", path(kind), Json.text(body));
        } catch (KubernetesException e) {
            if (!e.there()) {
                throw e;
            }
        }
    }

    /** Asks whether it would be admitted, and creates nothing. */
    public void rehearse(Kind kind, JsonNode body) throws InterruptedException {
        send("POST", path(kind) + "?dryRun=All", Json.text(body));
    }

    /** With all that belongs to it; that it is gone already is success. */
    public void delete(Kind kind, String name) throws InterruptedException {
        try {
            send("DELETE", path(kind) + "/" + word(name) + "?propagationPolicy=Background", "");
        } catch (KubernetesException e) {
            if (e.status() != 404) {
                throw e;
            }
        }
    }

    /** What the server tells about changes, one JSON object to a line; ends after a while. */
    public BufferedReader watch(Kind kind, Map<String, String> parameters)
            throws InterruptedException {
        var all = new TreeMap<>(parameters);
        all.put("watch", "true");
        pace.enter();
        try {
            // The answer begins at once and goes on for minutes: only its head is waited for.
            HttpResponse<InputStream> answer =
                    http.send(
                            request("GET", path(kind) + query(all), "").build(),
                            BodyHandlers.ofInputStream());
            if (answer.statusCode() != 200) {
                try (InputStream body = answer.body()) {
                    throw refusal(answer.statusCode(), body.readNBytes(1 << 16));
                }
            }
            return new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new KubernetesException("the API server can't be watched", e);
        } finally {
            pace.leave();
        }
    }

    private String path(Kind kind) {
        return "/%s/namespaces/%s/%s"
                .formatted(kind.group(), word(access.namespace()), kind.plural());
    }

    private JsonNode send(String method, String path, String body) throws InterruptedException {
        long deadline = System.nanoTime() + stubborn.toNanos();
        for (int attempt = 0; ; attempt++) {
            try {
                return once(method, path, body);
            } catch (KubernetesException e) {
                if (!e.passing() || System.nanoTime() > deadline) {
                    throw e;
                }
                Thread.sleep(pause(attempt));
            }
        }
    }

    private static Duration pause(int attempt) {
        Duration grown = Duration.ofMillis(200L << Math.min(attempt, 7));
        return grown.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : grown;
    }

    private JsonNode once(String method, String path, String body) throws InterruptedException {
        pace.enter();
        try {
            HttpResponse<byte[]> answer =
                    http.send(
                            request(method, path, body).timeout(PATIENCE).build(),
                            BodyHandlers.ofByteArray());
            int status = answer.statusCode();
            if (status == 429 || status == 503) {
                pace.slowDown(retryAfter(answer));
            }
            if (status >= 300) {
                throw refusal(status, answer.body());
            }
            return Json.read(answer.body());
        } catch (IOException | BadJsonException e) {
            throw new KubernetesException(
                    "%s %s: no answer of the API server: %s".formatted(method, path, e), e);
        } finally {
            pace.leave();
        }
    }

    private HttpRequest.Builder request(String method, String path, String body)
            throws IOException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(access.server().resolve(path))
                        .header("Accept", "application/json")
                        .header("User-Agent", "mcpsf")
                        .method(
                                method,
                                body.isEmpty()
                                        ? BodyPublishers.noBody()
                                        : BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        String token = access.token().current();
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return request;
    }

    private static Duration retryAfter(HttpResponse<?> answer) {
        String seconds = answer.headers().firstValue("Retry-After").orElse("1");
        Duration asked =
                Duration.ofSeconds(seconds.matches("[0-9]{1,4}") ? Long.parseLong(seconds) : 1);
        return asked.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : asked;
    }

    private static KubernetesException refusal(int status, byte[] body) {
        JsonNode said;
        try {
            said = Json.read(body);
        } catch (BadJsonException e) {
            said = Json.object();
        }
        String message = said.path("message").stringValue("");
        return new KubernetesException(
                status,
                said.path("reason").stringValue(""),
                "%d %s".formatted(status, Printable.line(message, LONGEST_WORD)));
    }

    static String query(Map<String, String> parameters) {
        var text = new StringBuilder();
        new TreeMap<>(parameters)
                .forEach(
                        (name, value) ->
                                text.append(text.isEmpty() ? '?' : '&')
                                        .append(name)
                                        .append('=')
                                        .append(word(value)));
        return text.toString();
    }

    private static String word(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    public URI server() {
        return access.server();
    }

    @Override
    public void close() {
        http.shutdownNow();
        http.close();
    }
}
