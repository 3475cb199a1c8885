package io.mcpsf.service.kubernetes;

import io.mcpsf.inspect.code.parser.BuiltParser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A whole cluster with one real node, {@code mcpsf serve} and {@code mcpsf worker}, and curl. */
final class RealNodeRig implements AutoCloseable {

    static final String NAMESPACE = "mcpsf-jobs";
    private static final Duration PATIENCE = Duration.ofMinutes(20);

    private final Path folder;
    private final RealNode node;
    private final TestCluster cluster;
    private final int port = freePort();
    private final McpsfProcesses mcpsf;
    private final CurlClient api;
    private final JobPods pods;

    private RealNodeRig(Path folder, RealNode node, TestCluster cluster) {
        this.folder = folder;
        this.node = node;
        this.cluster = cluster;
        this.mcpsf = new McpsfProcesses(folder);
        this.api = new CurlClient(folder, port);
        this.pods = new JobPods(folder, cluster, NAMESPACE);
    }

    static RealNodeRig start(Path folder) throws Exception {
        Path programs = TestCluster.programs(folder, "all");
        // The image has the parser of this machine.
        BuiltParser.program();
        Path mcpsf = folder.resolve("mcpsf.tar");
        Path pause = folder.resolve("pause.tar");
        ProgramRun.ran(
                folder,
                Map.of("MCPSF_CLASS_PATH", McpsfProcesses.classPath()),
                List.of("bin/image", "--tag", "mcpsf.test/mcpsf:1", "--oci", mcpsf.toString()));
        ProgramRun.ran(
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
                mcpsf.start(
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
                mcpsf.start(
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
                mcpsf.start(
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
        mcpsf.named("dispatcher").destroyForcibly().waitFor();
    }

    RealNode node() {
        return node;
    }

    TestCluster cluster() {
        return cluster;
    }

    CurlClient api() {
        return api;
    }

    JobPods pods() {
        return pods;
    }

    /** What {@code mcpsf assess} says about the same here; what it fetches is in the cache then. */
    JudgedReport commandLine(String source, String profile)
            throws IOException, InterruptedException {
        return mcpsf.assess(source, profile, cache());
    }

    /** What was fetched for the command line is there for the user of the pods. */
    void shareCache() throws IOException, InterruptedException {
        ProgramRun.ran(folder, Map.of(), List.of("chown", "-R", "10001:10001", cache().toString()));
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        mcpsf.close();
        node.close();
        cluster.close();
    }
}
