package io.mcpsf.service.client;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.text.Printable;
import io.mcpsf.web.WebRoute;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Requests to the service, each with the key. Answers are read within bounds. */
final class CloudHttp {

    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int LARGEST_JSON = 32 << 20;

    private final HttpClient http;
    private final URI base;
    private final String key;

    CloudHttp(URI base, String key, WebRoute web) {
        try {
            this.http = web.builder().version(HttpClient.Version.HTTP_1_1).build();
        } catch (IOException e) {
            throw new CloudException(
                    "the service can't be asked", String.valueOf(e.getMessage()), "fix the file");
        }
        this.base = base;
        this.key = key;
    }

    JsonNode get(String path) throws InterruptedException {
        return json(send("GET", path, "", BodyPublishers.noBody(), ""));
    }

    /** {@code again} makes it harmless to send the same twice. */
    JsonNode post(String path, String type, BodyPublisher body, String again)
            throws InterruptedException {
        return json(send("POST", path, type, body, again));
    }

    void put(String path, BodyPublisher body) throws InterruptedException {
        json(send("PUT", path, "application/octet-stream", body, ""));
    }

    void delete(String path) throws InterruptedException {
        send("DELETE", path, "", BodyPublishers.noBody(), "");
    }

    /** Live events that come of what is sent. */
    InputStream stream(String path, String json) throws InterruptedException {
        return send(
                        "POST",
                        path,
                        "application/json",
                        BodyPublishers.ofString(json),
                        "",
                        "text/event-stream")
                .body();
    }

    InputStream open(String path) throws InterruptedException {
        return send("GET", path, "", BodyPublishers.noBody(), "").body();
    }

    private HttpResponse<InputStream> send(
            String method, String path, String type, BodyPublisher body, String again)
            throws InterruptedException {
        return send(method, path, type, body, again, "*/*");
    }

    private HttpResponse<InputStream> send(
            String method,
            String path,
            String type,
            BodyPublisher body,
            String again,
            String accept)
            throws InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(base.resolve(path)).timeout(PATIENCE).method(method, body);
        request.header("Accept", accept);
        if (!key.isEmpty()) {
            request.header("Authorization", "Bearer " + key);
        }
        if (!type.isEmpty()) {
            request.header("Content-Type", type);
        }
        if (!again.isEmpty()) {
            request.header("Idempotency-Key", again);
        }
        try {
            HttpResponse<InputStream> answer =
                    http.send(request.build(), BodyHandlers.ofInputStream());
            if (answer.statusCode() / 100 != 2) {
                throw refusal(answer);
            }
            return answer;
        } catch (IOException e) {
            throw new CloudException(
                    "cannot reach the service at " + base,
                    e instanceof java.net.ConnectException
                            ? "nothing answers there"
                            : String.valueOf(e.getMessage() == null ? e : e.getMessage()),
                    "check MCPSF_API_URL and the network, or use --executor local");
        }
    }

    private static CloudException refusal(HttpResponse<InputStream> answer) throws IOException {
        String why =
                answer.statusCode() == 401
                        ? "it does not know the key"
                        : "it responds with " + answer.statusCode();
        try (InputStream in = answer.body()) {
            JsonNode problem = Json.read(in.readNBytes(64 << 10));
            String detail = problem.path("detail").stringValue("");
            if (!detail.isEmpty()) {
                why = Printable.line(detail, 400);
            }
        } catch (BadJsonException e) {
            // Something between us and the service answered.
        }
        String next =
                switch (answer.statusCode()) {
                    case 401 -> "set MCPSF_API_KEY to a key of the service";
                    case 403 -> "ask for a key with a higher role";
                    case 429 -> "try again later";
                    default -> "mcpsf help assess";
                };
        return new CloudException("the service denied the request", why, next);
    }

    private static JsonNode json(HttpResponse<InputStream> answer) {
        try (InputStream in = answer.body()) {
            return Json.read(in.readNBytes(LARGEST_JSON));
        } catch (IOException | BadJsonException e) {
            throw new CloudException(
                    "cannot read the response of the service",
                    String.valueOf(e.getMessage()),
                    "is MCPSF_API_URL the address of an mcpsf service?");
        }
    }
}
