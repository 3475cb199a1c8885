package io.mcpsf.service;

import io.mcpsf.json.Json;
import io.mcpsf.policy.MergedPolicy;
import io.mcpsf.policy.PolicyLayer;
import io.mcpsf.run.code.CodeRunner;
import io.mcpsf.run.request.ExecRequest;
import io.mcpsf.service.access.KeyLimits;
import io.mcpsf.service.access.Role;
import io.mcpsf.service.api.Api;
import io.mcpsf.service.job.SourcePolicy;
import io.mcpsf.service.session.SessionDesk;
import io.mcpsf.service.storage.DatabaseUrl;
import io.mcpsf.service.storage.MasterKey;
import io.mcpsf.service.worker.Runner;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A service in this process, with a stand-in for the chamber, and a client for it. */
public final class TestService implements AutoCloseable {

    private final HttpClient http = HttpClient.newHttpClient();
    private final Foundation foundation;
    private final Service service;

    private TestService(Foundation foundation, Service service) {
        this.foundation = foundation;
        this.service = service;
    }

    public static TestService start(Path folder) {
        return start(folder, new StandIn(), "high-risk", MasterKey.none());
    }

    /** With sessions of its own: two for each key, ended when they are idle for so long. */
    public static TestService withSessions(Path folder, Duration idle) {
        return withSessions(folder, idle, Duration.ZERO);
    }

    /** With so much time for an approver. */
    public static TestService withSessions(Path folder, Duration idle, Duration approval) {
        var policy =
                MergedPolicy.of(
                        List.of(
                                PolicyLayer.execution(),
                                PolicyLayer.read(
                                        "test",
                                        "limits: {cpus: 2, time: 300s}"
                                                .getBytes(StandardCharsets.UTF_8))));
        return start(
                folder,
                new StandIn(),
                "high-risk",
                MasterKey.none(),
                new Service.Sessions(
                        () -> CodeRunner.open("crun", _ -> {}),
                        new SessionDesk.Setup(policy, ExecRequest.Folders.NONE, _ -> {}, approval),
                        new SessionDesk.Bounds(20, 2, idle, Duration.ofHours(1))));
    }

    public static TestService start(Path folder, Runner runner, String approval, MasterKey master) {
        return start(folder, runner, approval, master, Service.Sessions.none());
    }

    private static TestService start(
            Path folder,
            Runner runner,
            String approval,
            MasterKey master,
            Service.Sessions sessions) {
        Foundation foundation =
                Foundation.open(
                        new Foundation.Place(
                                DatabaseUrl.sqlite(folder.resolve("test.db")),
                                folder.resolve("files").toString(),
                                folder,
                                master),
                        Map.of());
        var settings =
                new Api.Settings(
                        "127.0.0.1",
                        0,
                        Optional.empty(),
                        approval,
                        1 << 20,
                        folder.resolve("scratch"),
                        "test",
                        master.given(),
                        "files",
                        Set.of("secrets", "secret-exfiltrated"));
        List<Path> projects = List.of(folder.resolve("projects"));
        var policy =
                new SourcePolicy(
                        new SourcePolicy.Allowed(Set.of(), projects, false), TestService::resolve);
        var manner = new Workshop.Manner(2, Duration.ofSeconds(5), Duration.ZERO, "test");
        return new TestService(
                foundation,
                new Service(foundation, runner, settings, policy, manner, sessions).start());
    }

    /** No test asks a real resolver. */
    private static InetAddress[] resolve(String host) throws UnknownHostException {
        return switch (host) {
            case "public.test" -> new InetAddress[] {InetAddress.ofLiteral("9.9.9.9")};
            case "inside.test" -> new InetAddress[] {InetAddress.ofLiteral("10.1.2.3")};
            case "both.test" ->
                    new InetAddress[] {
                        InetAddress.ofLiteral("9.9.9.9"), InetAddress.ofLiteral("127.0.0.1")
                    };
            default -> {
                if (host.matches("[0-9.]+|\\[.*]")) {
                    yield new InetAddress[] {
                        InetAddress.ofLiteral(host.replaceAll("[\\[\\]]", ""))
                    };
                }
                throw new UnknownHostException(host);
            }
        };
    }

    public Foundation foundation() {
        return foundation;
    }

    public int port() {
        return service.port();
    }

    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + service.port() + path);
    }

    /** A new key; its secret. */
    public String key(Role role) {
        return foundation
                .keys()
                .make(role.word(), role, new KeyLimits(1_000_000, 1_000, 10_000), 0)
                .secret();
    }

    public HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return http.send(request, BodyHandlers.ofString());
    }

    public HttpResponse<String> get(String path, String key)
            throws IOException, InterruptedException {
        return send(request(path, key).GET().build());
    }

    public HttpResponse<String> post(String path, String json, String key)
            throws IOException, InterruptedException {
        return post(path, "application/json", BodyPublishers.ofString(json), key);
    }

    public HttpResponse<String> post(String path, String type, BodyPublisher body, String key)
            throws IOException, InterruptedException {
        return send(request(path, key).header("Content-Type", type).POST(body).build());
    }

    public HttpRequest.Builder request(String path, String key) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(60));
        return key.isEmpty() ? request : request.header("Authorization", "Bearer " + key);
    }

    /** Submits and gives the job. */
    public JsonNode submit(String json, String key) throws IOException, InterruptedException {
        HttpResponse<String> answer = post("/api/v1/assess", json, key);
        if (answer.statusCode() != 202) {
            throw new AssertionError(answer.statusCode() + " " + answer.body());
        }
        return Json.read(answer.body());
    }

    /** Waits for a state. */
    public JsonNode await(String id, String state, String key)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (true) {
            JsonNode job = Json.read(get("/api/v1/jobs/" + id, key).body());
            if (job.path("state").stringValue("").equals(state)) {
                return job;
            }
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not " + state + ": " + job);
            }
            Thread.sleep(20);
        }
    }

    @Override
    public void close() {
        service.close();
        foundation.close();
        http.close();
    }
}
