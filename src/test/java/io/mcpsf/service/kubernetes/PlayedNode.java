package io.mcpsf.service.kubernetes;

import io.mcpsf.service.job.JobRequest;
import io.mcpsf.service.worker.Runner.Outcome;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;

/**
 * Plays the kubelet for the pods of one namespace: runs what runs in a pod, for real but for the
 * sandbox, and reports as a kubelet would. What happens in a pod, the label of its job says.
 */
final class PlayedNode implements AutoCloseable {

    private final PlayedApi cluster;
    private final KubernetesApi api;
    private final String namespace;
    private final boolean scheduled;
    private final int together;
    private final ObjectWatch watch;
    private final Set<String> begun = ConcurrentHashMap.newKeySet();
    private final Map<String, Thread> running = new ConcurrentHashMap<>();
    private final AtomicInteger now = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final Map<String, AtomicInteger> attempts = new ConcurrentHashMap<>();

    PlayedNode(PlayedApi cluster, String namespace) throws IOException {
        this(cluster, namespace, false, 0);
    }

    /**
     * All nodes of a cluster whose scheduler decides which; the first pods wait until so many run
     * at once, however slow this machine is.
     */
    static PlayedNode scheduled(PlayedApi cluster, String namespace, int together)
            throws IOException {
        return new PlayedNode(cluster, namespace, true, together);
    }

    private PlayedNode(PlayedApi cluster, String namespace, boolean scheduled, int together)
            throws IOException {
        this.scheduled = scheduled;
        this.together = together;
        this.cluster = cluster;
        this.namespace = namespace;
        this.api = new KubernetesApi(cluster.access(namespace), Duration.ofMinutes(1));
        this.watch =
                new ObjectWatch(
                                api,
                                KubernetesApi.Kind.POD,
                                Map.of("labelSelector", JobManifest.OURS),
                                new ObjectWatch.Listener() {
                                    @Override
                                    public void seen(JsonNode pod) {
                                        look(pod);
                                    }

                                    @Override
                                    public void gone(String name) {
                                        Thread pod = running.remove(name);
                                        if (pod != null) {
                                            pod.interrupt();
                                        }
                                    }
                                })
                        .start();
    }

    /** How many pods ran at once at most. */
    int most() {
        return most.get();
    }

    /** How many samples were started. */
    int assessed() {
        return attempts.size();
    }

    private void look(JsonNode pod) {
        String name = pod.path("metadata").path("name").stringValue("");
        if (pod.path("metadata").has("deletionTimestamp")) {
            Thread.ofVirtual().start(() -> removed(name));
            return;
        }
        if (pod.path("status").path("phase").stringValue("").equals("Pending")
                && (!scheduled || pod.path("spec").has("nodeName"))
                && begun.add(name)) {
            running.put(name, Thread.ofVirtual().start(() -> run(pod, name)));
        }
    }

    private void run(JsonNode pod, String name) {
        var env = new HashMap<String, String>();
        for (JsonNode one : pod.path("spec").path("containers").path(0).path("env")) {
            env.put(one.path("name").stringValue(""), one.path("value").stringValue(""));
        }
        try {
            status(
                    name,
                    "{\"phase\":\"Running\",\"containerStatuses\":["
                            + container("{\"running\":{}}")
                            + "]}");
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            try {
                new PodJob(this::assess).run(env);
                ended(name, "Succeeded", 0, "Completed", "");
            } catch (Fate e) {
                if (!e.reason.isEmpty()) {
                    ended(name, "Failed", e.code, e.container, e.reason);
                }
            } finally {
                now.decrementAndGet();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | AssertionError e) {
            try {
                ended(name, "Failed", 2, "Error", "");
            } catch (IOException | InterruptedException | AssertionError gone) {
                // Its Job was deleted.
            }
        }
    }

    /** What becomes of a pod other than a case. */
    private static final class Fate extends RuntimeException {
        private final int code;
        private final String container;
        private final String reason;

        Fate(int code, String container, String reason) {
            this.code = code;
            this.container = container;
            this.reason = reason;
        }
    }

    private Outcome assess(
            JobRequest request,
            String source,
            Path folder,
            java.util.function.Consumer<io.mcpsf.service.job.JobEvent> events)
            throws InterruptedException {
        String label = request.manner().label();
        int attempt = attempts.computeIfAbsent(source, _ -> new AtomicInteger()).incrementAndGet();
        if (label.matches("[0-9]+")) {
            while (most.get() < together) {
                Thread.sleep(50);
            }
            Thread.sleep(Long.parseLong(label));
        }
        switch (label) {
            case "memory" -> throw new Fate(137, "OOMKilled", " ");
            case "memory later" -> {
                stopWriting(caseIn(folder, "courier"));
                throw new Fate(137, "OOMKilled", " ");
            }
            case "evicted once" -> {
                if (attempt == 1) {
                    throw new Fate(143, "Error", "Evicted");
                }
            }
            case "refused" -> {
                return new Outcome.Refused("there is no such thing", "nowhere", "look elsewhere");
            }
            case "unisolated" -> {
                return PodIsolation.unseen(
                        request,
                        source,
                        folder.resolve("out"),
                        PodIsolation.refused("unshare failed: Operation not permitted", ""),
                        "test");
            }
            case "forever" -> Thread.sleep(Duration.ofMinutes(10));
            default -> {}
        }
        return new Outcome.Finished(
                caseIn(folder, label.equals("thief") ? "courier" : "calculator"));
    }

    /** What a sample of that name did once, and a report that says something else. */
    static Path caseIn(Path folder, String sample) {
        try (var recorded =
                new GZIPInputStream(
                        Objects.requireNonNull(
                                PlayedNode.class.getResourceAsStream(
                                        "/evidence/" + sample + ".jsonl.gz")))) {
            Path home = Files.createDirectories(folder.resolve("out/case"));
            Files.copy(recorded, home.resolve("evidence.jsonl"));
            Files.writeString(home.resolve("report.json"), "{\"verdict\":\"RISKY\"}");
            return home;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As far as somebody came who was killed in the middle of a line. */
    private static void stopWriting(Path caseFolder) {
        try {
            Path evidence = caseFolder.resolve("evidence.jsonl");
            String whole = Files.readString(evidence);
            int tail = whole.lastIndexOf('\n', whole.length() - 2);
            Files.writeString(evidence, whole.substring(0, tail - 1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String container(String state) {
        return "{\"name\":\"mcpsf\",\"image\":\"mcpsf\",\"imageID\":\"\",\"ready\":false,\"restartCount\":0,\"state\":"
                + state
                + "}";
    }

    private void ended(String name, String phase, int code, String container, String reason)
            throws IOException, InterruptedException {
        String why = reason.isBlank() ? "" : ",\"reason\":\"" + reason + "\"";
        String state =
                "{\"terminated\":{\"exitCode\":%d,\"reason\":\"%s\"}}".formatted(code, container);
        status(
                name,
                "{\"phase\":\"%s\"%s,\"containerStatuses\":[%s]}"
                        .formatted(phase, why, container(state)));
    }

    private void status(String name, String status) throws IOException, InterruptedException {
        cluster.call(
                "PATCH",
                "/api/v1/namespaces/" + namespace + "/pods/" + name + "/status",
                "{\"status\":" + status + "}");
    }

    /** Without a node nobody confirms that a pod has stopped. */
    private void removed(String name) {
        try {
            cluster.send(
                    "DELETE",
                    "/api/v1/namespaces/" + namespace + "/pods/" + name,
                    "{\"gracePeriodSeconds\":0}");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        watch.close();
        running.values().forEach(Thread::interrupt);
        api.close();
    }
}
