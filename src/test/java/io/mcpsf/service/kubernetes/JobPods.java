package io.mcpsf.service.kubernetes;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The pods of jobs in a cluster: where they are, what they reach, and that none is left. */
final class JobPods {

    private static final Duration PATIENCE = Duration.ofMinutes(20);

    private final Path folder;
    private final TestCluster cluster;
    private final String namespace;

    JobPods(Path folder, TestCluster cluster, String namespace) {
        this.folder = folder;
        this.cluster = cluster;
        this.namespace = namespace;
    }

    void awaitPod(String id) throws IOException, InterruptedException {
        Patience.await(() -> !runningPods(id).isEmpty(), PATIENCE);
    }

    List<String> runningPods(String id) throws IOException, InterruptedException {
        var pods = new ArrayList<String>();
        for (JsonNode pod : pods(id)) {
            if (pod.path("status").path("phase").stringValue("").equals("Running")) {
                pods.add(pod.path("metadata").path("name").stringValue(""));
            }
        }
        return pods;
    }

    JsonNode pods(String id) throws IOException, InterruptedException {
        return cluster.call(
                        "GET",
                        "/api/v1/namespaces/%s/pods?labelSelector=mcpsf.io%%2Fjob%%3D%s"
                                .formatted(namespace, id),
                        "")
                .path("items");
    }

    void awaitNothingLeft() throws IOException, InterruptedException {
        Patience.await(
                () ->
                        List.of("/apis/batch/v1/namespaces/%s/jobs", "/api/v1/namespaces/%s/pods")
                                .stream()
                                .allMatch(
                                        path -> {
                                            try {
                                                return cluster.call(
                                                                "GET",
                                                                path.formatted(namespace),
                                                                "")
                                                        .path("items")
                                                        .isEmpty();
                                            } catch (IOException e) {
                                                throw new UncheckedIOException(e);
                                            } catch (InterruptedException e) {
                                                Thread.currentThread().interrupt();
                                                return false;
                                            }
                                        }),
                PATIENCE);
    }

    String kubernetesJob(String id) throws IOException, InterruptedException {
        return pods(id).path(0)
                .path("metadata")
                .path("labels")
                .path("batch.kubernetes.io/job-name")
                .stringValue("");
    }

    String address(String id) throws IOException, InterruptedException {
        return pods(id).path(0).path("status").path("podIP").stringValue("");
    }

    /** What a shell says in the container of the job, outside of its sandbox. */
    String inside(String id, String line) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(
                                cluster.program("kubectl").toString(),
                                "--kubeconfig",
                                folder.resolve("kubeconfig").toString(),
                                "--namespace",
                                namespace,
                                "exec",
                                runningPods(id).getFirst(),
                                "--",
                                "sh",
                                "-c",
                                line + "\ntrue")
                        .redirectError(folder.resolve("exec.log").toFile())
                        .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(Files.readString(folder.resolve("exec.log")));
        }
        return said.strip();
    }

    /** Listens in the pod of a job, as somebody does who waits for another one. */
    void listen(String id, int at) throws IOException, InterruptedException {
        inside(id, "nohup python3 -m http.server %d >/dev/null 2>&1 &".formatted(at));
        Patience.await(() -> reaches(id, address(id), at));
    }

    /** Whether the pod of a job gets a connection. */
    boolean reaches(String id, String host, int at) throws IOException, InterruptedException {
        return inside(
                        id,
                        "timeout 5 bash -c 'echo >/dev/tcp/%s/%d' 2>/dev/null && echo connected"
                                .formatted(host, at))
                .equals("connected");
    }
}
