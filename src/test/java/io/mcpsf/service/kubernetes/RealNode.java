package io.mcpsf.service.kubernetes;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A kubelet with containerd and runc in namespaces of their own, reached by one link. All of it
 * ends with the standard input of its script, also when this process is killed.
 */
final class RealNode implements AutoCloseable {

    /** This side of the link, where the API server and a dispatcher listen. */
    static final String OUTSIDE = "172.31.254.1";

    private final Process script;
    private final BufferedReader said;
    private final String name;

    private RealNode(Process script, String name) {
        this.script = script;
        this.said = script.inputReader();
        this.name = name;
    }

    /** Returns as soon as the link is up; the node joins when the folder has a kubeconfig. */
    static RealNode start(Path folder, Path programs, List<Path> images) throws IOException {
        Path text = folder.resolve("node-script");
        Files.copy(Path.of("src/test/resources/kubernetes/node"), text);
        Files.copy(
                Path.of("deploy/kubernetes/node/mcpsf.json"),
                folder.resolve("mcpsf.json"),
                StandardCopyOption.REPLACE_EXISTING);
        String name = "kn" + ProcessHandle.current().pid();
        var words =
                new ArrayList<>(
                        List.of(
                                "bash",
                                text.toString(),
                                folder.toString(),
                                programs.toString(),
                                name));
        images.forEach(image -> words.add(image.toString()));
        Process script =
                new ProcessBuilder(words)
                        .redirectError(folder.resolve("node-script.log").toFile())
                        .start();
        var node = new RealNode(script, name);
        if (!"up".equals(node.said.readLine())) {
            node.close();
            throw new IOException(Files.readString(folder.resolve("node-script.log")));
        }
        return node;
    }

    /** As nobody expects it; it is started again. */
    void killKubelet() {
        ProcessHandle kubelet = program("kubelet");
        kubelet.destroyForcibly();
        kubelet.onExit().join();
    }

    /** Lets pods through to a port, as a network plugin does that enforces no policies. */
    void letThrough(int port) throws IOException, InterruptedException {
        int code =
                inItsNetwork(
                        "nft insert rule inet pods forward iifname cni0 tcp dport %d accept"
                                .formatted(port));
        if (code != 0) {
            throw new IOException("nft ended with " + code);
        }
    }

    /** Whether the node itself gets a connection. */
    boolean reaches(String host, int port) throws IOException, InterruptedException {
        return inItsNetwork("timeout 5 bash -c '</dev/tcp/%s/%d'".formatted(host, port)) == 0;
    }

    private int inItsNetwork(String line) throws IOException, InterruptedException {
        return new ProcessBuilder(
                        "nsenter",
                        "--net",
                        "--target",
                        "" + program("containerd").pid(),
                        "bash",
                        "-c",
                        line)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    private ProcessHandle program(String file) {
        return script.descendants()
                .filter(one -> one.info().command().orElse("").endsWith("/" + file))
                .findFirst()
                .orElseThrow();
    }

    /**
     * What it made outside of its namespaces and has not removed, and who still uses its folder.
     */
    static List<Object> left(String name, Path folder) throws IOException {
        var left = new ArrayList<Object>();
        try (var mounts = Files.lines(Path.of("/proc/self/mountinfo"))) {
            mounts.filter(mount -> mount.contains(folder.toString())).forEach(left::add);
        }
        ProcessHandle.allProcesses()
                .filter(one -> one.info().commandLine().orElse("").contains(folder.toString()))
                .forEach(one -> left.add(one.info()));
        try (var groups = Files.list(Path.of("/sys/fs/cgroup"))) {
            groups.map(group -> group.resolve(name)).filter(Files::exists).forEach(left::add);
        }
        Path link = Path.of("/sys/class/net", name);
        if (Files.exists(link)) {
            left.add(link);
        }
        return left;
    }

    String name() {
        return name;
    }

    @Override
    public void close() {
        try {
            script.getOutputStream().close();
            if (!script.waitFor(2, TimeUnit.MINUTES)) {
                script.destroyForcibly();
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            script.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
