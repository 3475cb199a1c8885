package io.mcpsf.service.kubernetes;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import javax.net.ssl.SSLContext;

/**
 * As much of an API server and its Job controller as a dispatcher meets: objects in memory, lists,
 * watches, a pod for each Job, and a Job that fails with its pod.
 */
final class FakeApiServer implements PlayedApi {

    private final HttpServer server;
    private final HttpClient http = HttpClient.newHttpClient();
    private final Object lock = new Object();

    /** By the path of the collection, then by name. */
    private final Map<String, Map<String, ObjectNode>> objects = new HashMap<>();

    private final List<Change> changes = new ArrayList<>();
    private final AtomicInteger putOff = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();

    private record Change(String collection, String type, String object) {}

    FakeApiServer() {
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
    }

    /** The next so many calls are too many. */
    void busyFor(int calls) {
        putOff.set(calls);
    }

    /** How many calls came while it was busy. */
    int answered() {
        return answered.get();
    }

    private URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Override
    public ClusterAccess access(String namespace) throws IOException {
        try {
            return new ClusterAccess(address(), () -> "", SSLContext.getDefault(), namespace);
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IOException(e);
        }
    }

    @Override
    public String kubeconfig(String token, String namespace) {
        return """
        clusters: [{name: c, cluster: {server: "%s"}}]
        users: [{name: u, user: {token: "%s"}}]
        contexts: [{name: x, context: {cluster: c, user: u, namespace: %s}}]
        current-context: x
        """
                .formatted(address(), token, namespace);
    }

    @Override
    public void namespace(String name, Map<String, String> labels) {
        // Everything is there as soon as it is named.
    }

    @Override
    public HttpResponse<String> send(String method, String path, String body)
            throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(address().resolve(path))
                        .header("X-Test", "1")
                        .method(method, BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            boolean test = exchange.getRequestHeaders().containsKey("X-Test");
            if (!test && putOff.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                answered.incrementAndGet();
                exchange.getResponseHeaders().set("Retry-After", "1");
                reply(exchange, 429, "{\"message\":\"too many\"}");
                return;
            }
            String path = exchange.getRequestURI().getPath();
            Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
            byte[] body = exchange.getRequestBody().readAllBytes();
            switch (exchange.getRequestMethod()) {
                case "GET" -> {
                    if (query.containsKey("watch")) {
                        watch(exchange, path, query);
                    } else {
                        get(exchange, path, query);
                    }
                }
                case "POST" -> post(exchange, path, query, (ObjectNode) Json.read(body));
                case "PATCH" -> patch(exchange, path, Json.read(body));
                case "DELETE" -> delete(exchange, path);
                default -> reply(exchange, 405, "{}");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Map<String, String> query(String raw) {
        var query = new TreeMap<String, String>();
        for (String pair : raw == null ? new String[0] : raw.split("&")) {
            String[] parts = pair.split("=", 2);
            query.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        return query;
    }

    private static boolean selected(JsonNode object, Map<String, String> query) {
        String labels = query.getOrDefault("labelSelector", "");
        for (String label : labels.isEmpty() ? new String[0] : labels.split(",")) {
            String[] parts = label.split("=", 2);
            JsonNode held = object.path("metadata").path("labels").path(parts[0]);
            if (!held.stringValue("").equals(parts[1])) {
                return false;
            }
        }
        return true;
    }

    private Map<String, ObjectNode> collection(String path) {
        return objects.computeIfAbsent(path, _ -> new TreeMap<>());
    }

    private void get(HttpExchange exchange, String path, Map<String, String> query)
            throws IOException {
        String answer;
        synchronized (lock) {
            String parent = path.substring(0, path.lastIndexOf('/'));
            ObjectNode one = collection(parent).get(path.substring(parent.length() + 1));
            if (one != null) {
                answer = Json.text(one);
            } else {
                ObjectNode list = Json.object();
                list.putObject("metadata").put("resourceVersion", "" + changes.size());
                var items = list.putArray("items");
                collection(path).values().stream()
                        .filter(object -> selected(object, query))
                        .forEach(object -> items.add(object.deepCopy()));
                answer = Json.text(list);
            }
        }
        reply(exchange, 200, answer);
    }

    private void watch(HttpExchange exchange, String path, Map<String, String> query)
            throws IOException, InterruptedException {
        exchange.sendResponseHeaders(200, 0);
        long deadline =
                System.nanoTime()
                        + Long.parseLong(query.getOrDefault("timeoutSeconds", "60"))
                                * 1_000_000_000;
        int at = Integer.parseInt(query.getOrDefault("resourceVersion", "0"));
        try (OutputStream out = exchange.getResponseBody()) {
            out.flush();
            while (System.nanoTime() < deadline) {
                List<Change> more;
                synchronized (lock) {
                    if (changes.size() == at) {
                        lock.wait(200);
                    }
                    more = List.copyOf(changes.subList(at, changes.size()));
                }
                at += more.size();
                for (Change change : more) {
                    if (change.collection().equals(path)
                            && selected(Json.read(change.object()), query)) {
                        String line =
                                "{\"type\":\"%s\",\"object\":%s}\n"
                                        .formatted(change.type(), change.object());
                        out.write(line.getBytes(StandardCharsets.UTF_8));
                        out.flush();
                    }
                }
            }
        }
    }

    private void post(
            HttpExchange exchange, String path, Map<String, String> query, ObjectNode object)
            throws IOException {
        String name = object.path("metadata").path("name").stringValue("");
        synchronized (lock) {
            if (query.containsKey("dryRun")) {
                reply(exchange, 201, Json.text(object));
                return;
            }
            if (collection(path).containsKey(name)) {
                reply(exchange, 409, "{\"reason\":\"AlreadyExists\",\"message\":\"there\"}");
                return;
            }
            changed(path, "ADDED", object);
            if (path.endsWith("/jobs")) {
                pod(path, object, name);
            }
        }
        reply(exchange, 201, Json.text(object));
    }

    /** What the Job controller does. */
    private void pod(String path, ObjectNode job, String name) {
        ObjectNode pod = ((ObjectNode) job.path("spec").path("template")).deepCopy();
        pod.withObject("/metadata").put("name", name + "-abcde");
        pod.putObject("status").put("phase", "Pending");
        changed(pods(path), "ADDED", pod);
    }

    private static String pods(String jobs) {
        return jobs.replace("/apis/batch/v1/", "/api/v1/").replaceAll("/jobs$", "/pods");
    }

    private void patch(HttpExchange exchange, String path, JsonNode patch) throws IOException {
        String whole = path.replaceAll("/status$", "");
        String parent = whole.substring(0, whole.lastIndexOf('/'));
        String name = whole.substring(parent.length() + 1);
        synchronized (lock) {
            ObjectNode object = collection(parent).get(name);
            if (object == null) {
                reply(exchange, 404, "{\"message\":\"not found\"}");
                return;
            }
            ObjectNode changed = object.deepCopy();
            changed.withObject("/status").setAll((ObjectNode) patch.path("status"));
            changed(parent, "MODIFIED", changed);
            String phase = changed.path("status").path("phase").stringValue("");
            if (phase.equals("Failed") || phase.equals("Succeeded")) {
                end(parent, name, phase.equals("Failed"));
            }
        }
        reply(exchange, 200, "{}");
    }

    private void end(String pods, String pod, boolean failed) {
        String jobs = pods.replace("/api/v1/", "/apis/batch/v1/").replaceAll("/pods$", "/jobs");
        ObjectNode job = collection(jobs).get(pod.replaceAll("-abcde$", ""));
        if (job != null) {
            ObjectNode changed = job.deepCopy();
            changed.withObject("/status")
                    .putArray("conditions")
                    .addObject()
                    .put("type", failed ? "Failed" : "Complete")
                    .put("status", "True")
                    .put("reason", failed ? "BackoffLimitExceeded" : "CompletionsReached");
            changed(jobs, "MODIFIED", changed);
        }
    }

    private void delete(HttpExchange exchange, String path) throws IOException {
        synchronized (lock) {
            if (objects.containsKey(path)) {
                List.copyOf(collection(path).keySet()).forEach(name -> remove(path, name));
                reply(exchange, 200, "{}");
                return;
            }
            String parent = path.substring(0, path.lastIndexOf('/'));
            boolean there = remove(parent, path.substring(parent.length() + 1));
            reply(exchange, there ? 200 : 404, "{\"message\":\"not found\"}");
        }
    }

    private boolean remove(String collection, String name) {
        ObjectNode gone = collection(collection).remove(name);
        if (gone == null) {
            return false;
        }
        told(collection, "DELETED", gone);
        if (collection.endsWith("/jobs")) {
            remove(pods(collection), name + "-abcde");
        }
        return true;
    }

    private void changed(String collection, String type, ObjectNode object) {
        object.withObject("/metadata").put("resourceVersion", "" + (changes.size() + 1));
        collection(collection).put(object.path("metadata").path("name").stringValue(""), object);
        told(collection, type, object);
    }

    private void told(String collection, String type, ObjectNode object) {
        changes.add(new Change(collection, type, Json.text(object)));
        lock.notifyAll();
    }

    private static void reply(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
        http.shutdownNow();
    }
}
