package io.mcpsf.service.kubernetes;

import io.mcpsf.json.Json;
import io.mcpsf.text.Printable;
import io.mcpsf.web.WebRoute;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;

/** The pod's side of {@link HandBack}: one address, believed by one certificate. */
final class PodClient implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int CONNECTING = 30;

    private final URI address;
    private final HttpClient http;
    private String word;

    /** From the variables that {@link JobManifest} sets. */
    PodClient(Map<String, String> env) throws IOException {
        this.address = URI.create(env.getOrDefault("MCPSF_HANDBACK", ""));
        this.word = env.getOrDefault("MCPSF_HANDBACK_TOKEN", "");
        byte[] certificate =
                ("-----BEGIN CERTIFICATE-----\n"
                                + env.getOrDefault("MCPSF_HANDBACK_CERT", "")
                                        .replaceAll("(.{64})", "$1\n")
                                + "\n-----END CERTIFICATE-----\n")
                        .getBytes(StandardCharsets.US_ASCII);
        Base64.getDecoder().decode(env.getOrDefault("MCPSF_HANDBACK_CERT", ""));
        this.http =
                WebRoute.direct()
                        .builder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .sslContext(PemTls.context(certificate, new byte[0], new byte[0]))
                        .build();
    }

    /** What is to be done; from now on the pass opens, and the token nothing any more. */
    JsonNode redeem() throws IOException, InterruptedException {
        JsonNode order = json("/v1/redeem", BodyPublishers.noBody());
        word = order.path("pass").stringValue("");
        return order;
    }

    void upload(Path to) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(address.resolve("/v1/upload"))
                        .timeout(PATIENCE)
                        .header("Authorization", "Bearer " + word)
                        .GET()
                        .build();
        HttpResponse<Path> answer = http.send(request, BodyHandlers.ofFile(to));
        if (answer.statusCode() != 200) {
            throw new IOException("the upload was refused: " + answer.statusCode());
        }
    }

    void events(String lines) throws IOException, InterruptedException {
        json("/v1/events", BodyPublishers.ofString(lines));
    }

    void evidence(long at, byte[] more) throws IOException, InterruptedException {
        json("/v1/evidence?at=" + at, BodyPublishers.ofByteArray(more));
    }

    void file(String name, Path file) throws IOException, InterruptedException {
        json(
                "/v1/file?name=" + URLEncoder.encode(name, StandardCharsets.UTF_8),
                BodyPublishers.ofFile(file));
    }

    void end(JsonNode outcome) throws IOException, InterruptedException {
        json("/v1/end", BodyPublishers.ofString(Json.text(outcome)));
    }

    private JsonNode json(String path, BodyPublisher body)
            throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(address.resolve(path))
                        .timeout(PATIENCE)
                        .header("Authorization", "Bearer " + word)
                        .POST(body)
                        .build();
        HttpResponse<byte[]> answer = sent(request);
        if (answer.statusCode() != 200) {
            throw new IOException(
                    "%s was refused: %d %s"
                            .formatted(
                                    path.split("\\?", 2)[0],
                                    answer.statusCode(),
                                    Printable.line(
                                            new String(answer.body(), StandardCharsets.UTF_8),
                                            200)));
        }
        return Json.read(answer.body());
    }

    /** What was never connected was never heard, and may be said again. */
    private HttpResponse<byte[]> sent(HttpRequest request)
            throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                return http.send(request, BodyHandlers.ofByteArray());
            } catch (ConnectException | HttpConnectTimeoutException e) {
                if (attempt >= CONNECTING) {
                    throw e;
                }
                Thread.sleep(1_000);
            }
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
        http.close();
    }
}
