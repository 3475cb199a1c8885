package io.mcpsf.service.kubernetes;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.Assumptions;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A real control plane of Kubernetes in processes of this test, on loopback only: etcd, API server
 * and controllers, and a scheduler where a test asks for it. There is no node; a test plays what
 * runs in pods.
 */
final class TestCluster implements PlayedApi {

    private static final String ADMIN = "admin-token";

    private final Path programs;
    private final Path folder;
    private final String host;
    private final int apiPort = freePort();
    private final int etcdPort = freePort();
    private final List<String> apiServerFlags;
    private final TiedProcesses tied = new TiedProcesses();
    private final Map<String, Process> processes = new LinkedHashMap<>();
    private HttpClient http = HttpClient.newHttpClient();

    private TestCluster(Path programs, Path folder, String host, List<String> apiServerFlags) {
        this.host = host;
        this.programs = programs;
        this.folder = folder;
        this.apiServerFlags = apiServerFlags;
    }

    /**
     * Builds what is missing, which takes a quarter of an hour once. Where it can't be built, the
     * test is skipped and says so; not in CI.
     */
    static TestCluster start(Path folder, String... apiServerFlags)
            throws IOException, InterruptedException {
        return startAt("127.0.0.1", folder, programs(folder), apiServerFlags);
    }

    /** Where the programs are; each of {@code words} is one of bin/kubernetes. */
    static Path programs(Path folder, String... words) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("bin/kubernetes"));
        command.addAll(List.of(words));
        Process build =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("build.log").toFile())
                        .start();
        if (build.waitFor() != 0) {
            String why = Files.readString(folder.resolve("build.log"));
            Assumptions.assumeTrue(
                    System.getenv("CI") != null, "no Kubernetes can be built here: " + why);
            throw new IOException(why);
        }
        Process where = new ProcessBuilder("bin/kubernetes", "where").start();
        return Path.of(
                new String(where.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
    }

    /** At an address that real nodes reach. */
    static TestCluster startAt(String host, Path folder, Path programs, String... apiServerFlags)
            throws IOException, InterruptedException {
        var cluster = new TestCluster(programs, folder, host, List.of(apiServerFlags));
        try {
            cluster.begin();
        } catch (IOException | InterruptedException | RuntimeException | AssertionError e) {
            cluster.close();
            throw e;
        }
        return cluster;
    }

    private void begin() throws IOException, InterruptedException {
        run("openssl", "genrsa", "-out", file("sa.key"), "2048");
        run("openssl", "rsa", "-in", file("sa.key"), "-pubout", "-out", file("sa.pub"));
        Files.writeString(folder.resolve("tokens.csv"), ADMIN + ",admin,uid1,\"system:masters\"\n");
        startEtcd();
        startApiServer();
        Files.writeString(folder.resolve("kubeconfig"), kubeconfig(ADMIN, "default"));
        spawn(
                "kube-controller-manager",
                "--kubeconfig=" + file("kubeconfig"),
                "--service-account-private-key-file=" + file("sa.key"),
                "--root-ca-file=" + file("certs/apiserver.crt"),
                "--leader-elect=false",
                "--bind-address=127.0.0.1",
                "--secure-port=" + freePort(),
                "--cert-dir=" + file("kcm"),
                "--use-service-account-credentials=false",
                // Nodes that a test plays send no sign of life.
                "--node-monitor-grace-period=3600s",
                "--concurrent-job-syncs=20",
                "--kube-api-qps=200",
                "--kube-api-burst=400");
    }

    private void startEtcd() throws IOException, InterruptedException {
        String url = "http://127.0.0.1:" + etcdPort;
        String peers = "http://127.0.0.1:" + freePort();
        spawn(
                "etcd",
                "--data-dir=" + file("etcd"),
                "--listen-client-urls=" + url,
                "--advertise-client-urls=" + url,
                "--listen-peer-urls=" + peers,
                "--initial-advertise-peer-urls=" + peers,
                "--initial-cluster=default=" + peers,
                "--unsafe-no-fsync",
                "--log-level=error");
    }

    void startApiServer() throws IOException, InterruptedException {
        var words =
                new ArrayList<>(
                        List.of(
                                "--etcd-servers=http://127.0.0.1:" + etcdPort,
                                "--service-account-key-file=" + file("sa.pub"),
                                "--service-account-signing-key-file=" + file("sa.key"),
                                "--service-account-issuer=https://kubernetes.default.svc",
                                "--authorization-mode=Node,RBAC",
                                "--token-auth-file=" + file("tokens.csv"),
                                "--cert-dir=" + file("certs"),
                                "--bind-address=" + host,
                                "--advertise-address="
                                        + (host.startsWith("127.") ? "192.0.2.1" : host),
                                "--endpoint-reconciler-type=none",
                                "--secure-port=" + apiPort,
                                "--service-cluster-ip-range=10.96.0.0/16",
                                "--allow-privileged=true"));
        words.addAll(apiServerFlags);
        spawn("kube-apiserver", words.toArray(String[]::new));
        awaitReady();
    }

    void startScheduler() throws IOException, InterruptedException {
        spawn(
                "kube-scheduler",
                "--kubeconfig=" + file("kubeconfig"),
                "--leader-elect=false",
                "--bind-address=127.0.0.1",
                "--secure-port=" + freePort(),
                "--cert-dir=" + file("scheduler"));
    }

    /** As nobody expects it. */
    void kill(String name) throws InterruptedException {
        Process process = process(name);
        process.destroyForcibly();
        process.waitFor();
        processes.remove(name);
    }

    private Process process(String name) {
        return Objects.requireNonNull(processes.get(name), name);
    }

    private void awaitReady() throws InterruptedException, IOException {
        long deadline = System.nanoTime() + Duration.ofMinutes(10).toNanos();
        while (true) {
            try {
                if (Files.exists(folder.resolve("certs/apiserver.crt"))) {
                    http = client();
                    if (send("GET", "/readyz", "").statusCode() == 200) {
                        return;
                    }
                }
            } catch (IOException e) {
                // Not yet.
            }
            if (System.nanoTime() > deadline || !process("kube-apiserver").isAlive()) {
                throw new AssertionError(
                        "the API server does not start: "
                                + Files.readString(folder.resolve("kube-apiserver.log")));
            }
            Thread.sleep(100);
        }
    }

    private HttpClient client() throws IOException {
        byte[] authority = Files.readAllBytes(folder.resolve("certs/apiserver.crt"));
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(PemTls.context(authority, new byte[0], new byte[0]))
                .build();
    }

    URI server() {
        return URI.create("https://%s:%d".formatted(host, apiPort));
    }

    @Override
    public String kubeconfig(String token, String namespace) {
        return """
        apiVersion: v1
        kind: Config
        clusters: [{name: c, cluster: {server: "%s", certificate-authority: "%s"}}]
        users: [{name: u, user: {token: "%s"}}]
        contexts: [{name: x, context: {cluster: c, user: u, namespace: %s}}]
        current-context: x
        """
                .formatted(server(), file("certs/apiserver.crt"), token, namespace);
    }

    /** How somebody with that token reaches it. */
    ClusterAccess access(String token, String namespace) throws IOException {
        Path file = Files.createTempFile(folder, "kubeconfig-", "");
        Files.writeString(file, kubeconfig(token, namespace));
        return ClusterAccess.kubeconfig(file);
    }

    @Override
    public ClusterAccess access(String namespace) throws IOException {
        return access(ADMIN, namespace);
    }

    @Override
    public void namespace(String name, Map<String, String> labels)
            throws IOException, InterruptedException {
        var body = Json.object().put("apiVersion", "v1").put("kind", "Namespace");
        var metadata = body.putObject("metadata").put("name", name);
        var all = metadata.putObject("labels");
        labels.forEach(all::put);
        call("POST", "/api/v1/namespaces", Json.text(body));
        // A pod needs the account that a controller makes.
        Patience.await(
                () ->
                        send("GET", "/api/v1/namespaces/" + name + "/serviceaccounts/default", "")
                                        .statusCode()
                                == 200);
    }

    @Override
    public HttpResponse<String> send(String method, String path, String body)
            throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(server().resolve(path))
                        .timeout(Duration.ofSeconds(30))
                        .header("Authorization", "Bearer " + ADMIN)
                        .header(
                                "Content-Type",
                                method.equals("PATCH")
                                        ? "application/merge-patch+json"
                                        : "application/json")
                        .method(method, BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    Path program(String name) {
        return programs.resolve(name);
    }

    Path folder() {
        return folder;
    }

    private String file(String name) {
        return folder.resolve(name).toAbsolutePath().toString();
    }

    private void spawn(String name, String... words) throws IOException, InterruptedException {
        var all = new ArrayList<String>();
        all.add(programs.resolve(name).toString());
        all.addAll(List.of(words));
        processes.put(
                name,
                tied.start(
                        new ProcessBuilder(all)
                                .redirectErrorStream(true)
                                .redirectOutput(
                                        ProcessBuilder.Redirect.appendTo(
                                                folder.resolve(name + ".log").toFile()))));
    }

    private static void run(String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        process.getInputStream().readAllBytes();
        if (process.waitFor() != 0) {
            throw new IOException("failed: " + List.of(words));
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
        for (Process process : new ArrayList<>(processes.values()).reversed()) {
            process.destroyForcibly();
        }
        processes.values().forEach(process -> process.onExit().join());
        tied.close();
    }
}
