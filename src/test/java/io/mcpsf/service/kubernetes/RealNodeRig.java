package io.mcpsf.service.kubernetes;

import io.mcpsf.inspect.code.parser.BuiltParser;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** A whole cluster with one real node, {@code mcpsf serve} and {@code mcpsf worker}, and curl. */
final class RealNodeRig implements AutoCloseable {

    static final String NAMESPACE = "mcpsf-jobs";
    private static final Duration PATIENCE = Duration.ofMinutes(20);
    private static final Set<String> SERIOUS = Set.of("MEDIUM", "HIGH", "CRITICAL");

    /**
     * How serious these are depends on whether a message left during a call or after it, which is a
     * matter of the load.
     */
    private static final Set<String> BY_LOAD =
            Set.of("identity-left", "many-alarms", "unreadable-exit");

    private final Path folder;
    private final RealNode node;
    private final TestCluster cluster;
    private final int port = freePort();
    private final TiedProcesses tied = new TiedProcesses();
    private final Map<String, Process> processes = new LinkedHashMap<>();

    private RealNodeRig(Path folder, RealNode node, TestCluster cluster) {
        this.folder = folder;
        this.node = node;
        this.cluster = cluster;
    }

    static RealNodeRig start(Path folder) throws Exception {
        Path programs = TestCluster.programs(folder, "all");
        // The image has the parser of this machine.
        BuiltParser.program();
        Path mcpsf = folder.resolve("mcpsf.tar");
        Path pause = folder.resolve("pause.tar");
        ran(
                folder,
                Map.of("MCPSF_CLASS_PATH", classPath()),
                List.of("bin/image", "--tag", "mcpsf.test/mcpsf:1", "--oci", mcpsf.toString()));
        ran(
                folder,
                Map.of(),
                List.of("src/test/resources/kubernetes/pause-image", pause.toString()));
        RealNode node = RealNode.start(folder, programs, List.of(pause, mcpsf));
        TestCluster cluster;
        try {
            cluster =
                    TestCluster.startAt(
                            RealNode.OUTSIDE,
                            folder,
                            programs,
                            "--kubelet-preferred-address-types=InternalIP");
        } catch (Exception | AssertionError e) {
            node.close();
            throw e;
        }
        var rig = new RealNodeRig(folder, node, cluster);
        try {
            rig.begin();
            return rig;
        } catch (Exception | AssertionError e) {
            rig.close();
            throw e;
        }
    }

    private void begin() throws Exception {
        cluster.startScheduler();
        cluster.namespace(NAMESPACE, Map.of("pod-security.kubernetes.io/enforce", "baseline"));
        offerCache();
        awaitNode();
        serve();
        startDispatcher();
    }

    /** A volume of the node with packages that were fetched before; pods only read it. */
    private void offerCache() throws Exception {
        Path parser = BuiltParser.program().toAbsolutePath();
        // As the cache names it: its folder and its name.
        Path copy =
                cache().resolve(parser.subpath(parser.getNameCount() - 2, parser.getNameCount()));
        Files.createDirectories(cache().resolve(parser.getName(parser.getNameCount() - 2)));
        Files.copy(parser, copy, StandardCopyOption.COPY_ATTRIBUTES);
        String claim = "{\"name\":\"packages\",\"namespace\":\"" + NAMESPACE + "\"}";
        String wants = "\"accessModes\":[\"ReadOnlyMany\"],\"storageClassName\":\"\"";
        cluster.call(
                "POST",
                "/api/v1/persistentvolumes",
                "{\"metadata\":{\"name\":\"packages\"},\"spec\":{%s,\"capacity\":{\"storage\":\"1Gi\"},\"claimRef\":%s,\"hostPath\":{\"path\":\"%s\"}}}"
                        .formatted(wants, claim, cache()));
        cluster.call(
                "POST",
                "/api/v1/namespaces/" + NAMESPACE + "/persistentvolumeclaims",
                "{\"metadata\":%s,\"spec\":{%s,\"volumeName\":\"packages\",\"resources\":{\"requests\":{\"storage\":\"1Gi\"}}}}"
                        .formatted(claim, wants));
    }

    private Path cache() {
        return folder.resolve("packages");
    }

    private void awaitNode() throws IOException, InterruptedException {
        Patience.await(
                () ->
                        cluster.send("GET", "/api/v1/nodes/node1", "")
                                .body()
                                .replace(" ", "")
                                .contains("\"reason\":\"KubeletReady\""),
                PATIENCE);
    }

    private void serve() throws Exception {
        Process serve =
                mcpsf(
                        "serve",
                        Map.of(),
                        "serve",
                        "--data",
                        folder.resolve("data").toString(),
                        "--workers",
                        "0",
                        "--bind",
                        "127.0.0.1:" + port);
        Patience.await(
                () -> {
                    if (!serve.isAlive()) {
                        throw new AssertionError(Files.readString(folder.resolve("serve.log")));
                    }
                    return Files.readString(folder.resolve("serve.log")).contains("serving on");
                },
                PATIENCE);
    }

    void startDispatcher() throws Exception {
        Files.writeString(config(), cluster.kubeconfig("admin-token", NAMESPACE));
        Files.deleteIfExists(folder.resolve("dispatcher.log"));
        Files.writeString(
                template(),
                """
                apiVersion: v1
                kind: PodTemplate
                template:
                  spec:
                    volumes:
                    - name: packages
                      persistentVolumeClaim: {claimName: packages, readOnly: true}
                    containers:
                    - name: mcpsf
                      image: mcpsf.test/mcpsf:1
                      imagePullPolicy: Never
                      env: [{name: MCPSF_SHARED_CACHE, value: /packages}]
                      volumeMounts: [{name: packages, mountPath: /packages, readOnly: true}]
                      resources: {requests: {cpu: 100m, memory: 256Mi, ephemeral-storage: 100Mi}}
                """);
        Process started =
                mcpsf(
                        "dispatcher",
                        Map.of("KUBECONFIG", config().toString()),
                        "worker",
                        "--kubernetes",
                        "--data",
                        folder.resolve("data").toString(),
                        "--namespace",
                        NAMESPACE,
                        "--template",
                        template().toString(),
                        "--parallel",
                        "4",
                        "--hand-back",
                        RealNode.OUTSIDE);
        Patience.await(
                () -> {
                    if (!started.isAlive()) {
                        throw new AssertionError(
                                Files.readString(folder.resolve("dispatcher.log")));
                    }
                    return Files.readString(folder.resolve("dispatcher.log"))
                            .contains("dispatcher running");
                },
                PATIENCE);
    }

    private Path config() {
        return folder.resolve("dispatcher-kubeconfig");
    }

    private Path template() {
        return folder.resolve("template.yaml");
    }

    /** What {@code mcpsf doctor --kubernetes} says, with the same pods. */
    String doctor() throws IOException, InterruptedException {
        Process doctor =
                mcpsf(
                        "doctor",
                        Map.of("KUBECONFIG", config().toString()),
                        "doctor",
                        "--kubernetes",
                        "--namespace",
                        NAMESPACE,
                        "--template",
                        template().toString());
        doctor.waitFor();
        return Files.readString(folder.resolve("doctor.log"));
    }

    /** As nobody expects it. */
    void killDispatcher() throws InterruptedException {
        Objects.requireNonNull(processes.get("dispatcher")).destroyForcibly().waitFor();
    }

    RealNode node() {
        return node;
    }

    TestCluster cluster() {
        return cluster;
    }

    /** Runs {@code mcpsf} with the classes under test; its words are in NAME.log. */
    private Process mcpsf(String name, Map<String, String> env, String... words)
            throws IOException, InterruptedException {
        var all =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-Xmx512m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                classPath(),
                                "io.mcpsf.cli.Main"));
        all.addAll(List.of(words));
        var builder =
                new ProcessBuilder(all)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve(name + ".log").toFile());
        builder.environment().putAll(env);
        Process process = tied.start(builder);
        processes.put(name, process);
        return process;
    }

    /** Uploads a sample as a user does, and gives the source to assess. */
    String upload(String sample) throws IOException, InterruptedException {
        Path archive = folder.resolve(sample + ".tgz");
        ran(
                folder,
                Map.of(),
                List.of(
                        "tar",
                        "-C",
                        "samples/" + sample,
                        "--exclude=expect.yaml",
                        "-czhf",
                        archive.toString(),
                        "."));
        return curl(
                        "uploads?name=" + sample,
                        "-H",
                        "Content-Type: application/gzip",
                        "--data-binary",
                        "@" + archive)
                .path("source")
                .stringValue("");
    }

    String submit(String source, String profile) throws IOException, InterruptedException {
        JsonNode answer =
                curl(
                        "assess",
                        "-H",
                        "Content-Type: application/json",
                        "-d",
                        Json.text(Json.object().put("source", source).put("profile", profile)));
        String id = answer.path("id").stringValue("");
        if (id.isEmpty()) {
            throw new AssertionError(answer.toString());
        }
        return id;
    }

    JsonNode curl(String path, String... more) throws IOException, InterruptedException {
        String said = raw(path, more);
        return said.isEmpty() ? Json.object() : Json.read(said);
    }

    private String raw(String path, String... more) throws IOException, InterruptedException {
        var words = new ArrayList<>(List.of("curl", "-sS", "--max-time", "60"));
        words.addAll(List.of(more));
        words.add("http://127.0.0.1:%d/api/v1/%s".formatted(port, path));
        Process process = new ProcessBuilder(words).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String complaint =
                new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(complaint);
        }
        return said;
    }

    /** The job when it is over. */
    JsonNode over(String id) throws IOException, InterruptedException {
        Patience.await(
                () -> List.of("DONE", "FAILED", "REFUSED", "CANCELLED").contains(state(id)),
                PATIENCE);
        return curl("jobs/" + id);
    }

    String state(String id) throws IOException, InterruptedException {
        return curl("jobs/" + id).path("state").stringValue("");
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
                                .formatted(NAMESPACE, id),
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
                                                                path.formatted(NAMESPACE),
                                                                "")
                                                        .path("items")
                                                        .isEmpty();
                                            } catch (IOException e) {
                                                throw new java.io.UncheckedIOException(e);
                                            } catch (InterruptedException e) {
                                                Thread.currentThread().interrupt();
                                                return false;
                                            }
                                        }),
                PATIENCE);
    }

    /** How often it was told that the job is over. */
    long ends(String id) throws IOException, InterruptedException {
        return raw("jobs/" + id + "/events").lines().filter("event: end"::equals).count();
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
                                NAMESPACE,
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

    /** The verdict of a report, and the rules that found something at MEDIUM or above. */
    record Judged(String verdict, TreeSet<String> rules) {
        boolean inDoubt() {
            return verdict.equals("INCONCLUSIVE");
        }

        static Judged of(JsonNode report) {
            var rules = new TreeSet<String>();
            for (JsonNode finding : report.path("findings")) {
                if (SERIOUS.contains(finding.path("severity").stringValue(""))) {
                    rules.add(finding.path("rule").stringValue(""));
                }
            }
            rules.removeAll(BY_LOAD);
            return new Judged(report.path("verdict").stringValue(""), rules);
        }
    }

    Judged report(String id) throws IOException, InterruptedException {
        return Judged.of(curl("jobs/" + id + "/report?format=json"));
    }

    /** How each phase ended and what was not seen. */
    String coverage(String id) throws IOException, InterruptedException {
        return curl("jobs/" + id + "/report?format=json").path("coverage").toString();
    }

    /** One of the files of a case. */
    String file(String id, String name) throws IOException, InterruptedException {
        return raw("jobs/" + id + "/file?name=" + name);
    }

    /** What was fetched for the command line is there for the user of the pods. */
    void shareCache() throws IOException, InterruptedException {
        ran(folder, Map.of(), List.of("chown", "-R", "10001:10001", cache().toString()));
    }

    /** What {@code mcpsf assess} says about the same here; what it fetches is in the cache then. */
    Judged commandLine(String source, String profile) throws IOException, InterruptedException {
        Path out = Files.createTempDirectory(folder, "reports-");
        Process process =
                mcpsf(
                        "assess",
                        Map.of("MCPSF_CACHE", cache().toString()),
                        "assess",
                        source,
                        "--profile",
                        profile,
                        "--output",
                        out.toString(),
                        "--quiet");
        process.waitFor();
        try (var files = Files.walk(out)) {
            Path report =
                    files.filter(file -> file.endsWith("report.json"))
                            .findFirst()
                            .orElseThrow(() -> new AssertionError("no report in " + out));
            return Judged.of(Json.read(Files.readAllBytes(report)));
        }
    }

    private static String classPath() {
        var entries = new ArrayList<String>();
        for (String entry : System.getProperty("java.class.path").split(":")) {
            if (!entry.contains("test-classes") && !entry.contains("junit")) {
                entries.add(Path.of(entry).toAbsolutePath().toString());
            }
        }
        return String.join(":", entries);
    }

    private static void ran(Path folder, Map<String, String> env, List<String> words)
            throws IOException, InterruptedException {
        var builder =
                new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("ran.log").toFile());
        builder.environment().putAll(env);
        if (builder.start().waitFor() != 0) {
            throw new IOException(words + ": " + Files.readString(folder.resolve("ran.log")));
        }
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        for (Process process : processes.values()) {
            process.destroy();
            try {
                if (!process.waitFor(1, TimeUnit.MINUTES)) {
                    process.destroyForcibly().waitFor();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
        tied.close();
        node.close();
        cluster.close();
    }
}
