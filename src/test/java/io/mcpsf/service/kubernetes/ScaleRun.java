package io.mcpsf.service.kubernetes;

import io.mcpsf.service.Foundation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Many jobs of several teams through a real dispatcher, API server, scheduler and controllers. The
 * nodes are played, and their pods only wait before they hand a small case back.
 */
final class ScaleRun {

    private static final int NODES = 20;

    private ScaleRun() {}

    /** How much of what; the first pods wait until {@code together} run at once. */
    record Load(int jobs, int teams, int parallel, int together, int podMillis) {}

    /** What was measured; {@code turns} is how often each team had begun when half had. */
    record Measured(
            Duration whole,
            int done,
            int mostAtOnce,
            long peakKilobytes,
            String calls,
            Map<String, Integer> turns,
            long endedTwice,
            int left) {}

    public static void main(String[] words) throws Exception {
        var load =
                new Load(
                        Integer.parseInt(words[0]),
                        Integer.parseInt(words[1]),
                        Integer.parseInt(words[2]),
                        Integer.parseInt(words[3]),
                        Integer.parseInt(words[4]));
        Path folder = Files.createTempDirectory("mcpsf-scale-");
        try {
            System.out.println(measure(load, folder));
        } finally {
            io.mcpsf.os.Trees.delete(folder);
        }
    }

    static Measured measure(Load load, Path folder) throws Exception {
        Path data = Files.createDirectories(folder.resolve("data"));
        try (TestCluster cluster = TestCluster.start(Files.createDirectories(folder.resolve("c")));
                Foundation foundation = DispatcherRig.foundation(data)) {
            cluster.startScheduler();
            cluster.namespace("scale", Map.of());
            for (int i = 0; i < NODES; i++) {
                node(cluster, "played-" + i);
            }
            for (int i = 0; i < load.jobs(); i++) {
                // The first team has as many jobs as all the others together.
                int team = i % 2 == 0 ? 0 : 1 + i / 2 % (load.teams() - 1);
                DispatcherRig.submit(foundation, "team" + team, "npm:x" + i, "" + load.podMillis());
            }
            try (var pods = PlayedNode.scheduled(cluster, "scale", load.together())) {
                return run(load, data, cluster, foundation, pods);
            }
        }
    }

    private static Measured run(
            Load load, Path data, TestCluster cluster, Foundation foundation, PlayedNode pods)
            throws Exception {
        DispatcherRig.reports(PlayedNode.caseIn(data.resolve("judged"), "calculator"));
        Path config = data.resolve("kubeconfig");
        Files.writeString(config, cluster.kubeconfig("admin-token", "scale"));
        long begin = System.nanoTime();
        Process dispatcher = dispatcher(config, data, load.parallel());
        try {
            Patience.await(
                    () -> count(foundation, "finished > 0") == load.jobs(), Duration.ofMinutes(90));
            Duration whole = Duration.ofNanos(System.nanoTime() - begin);
            Patience.await(() -> left(cluster) == 0, Duration.ofMinutes(1));
            return new Measured(
                    whole,
                    (int) count(foundation, "state = 'DONE'"),
                    pods.most(),
                    peak(dispatcher.pid()),
                    Files.readString(data.resolve("counts")),
                    turns(foundation, load),
                    twice(foundation),
                    left(cluster));
        } finally {
            dispatcher.destroy();
            if (!dispatcher.waitFor(20, TimeUnit.SECONDS)) {
                dispatcher.destroyForcibly();
            }
        }
    }

    /** As the launcher starts it, but for its class path. */
    private static Process dispatcher(Path config, Path data, int parallel) throws IOException {
        var words = new ArrayList<String>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.add("-XX:+UseSerialGC");
        words.addAll(DispatcherMemory.flags());
        words.addAll(
                List.of(
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DispatcherProcess.class.getName(),
                        config.toString(),
                        data.toString(),
                        "" + parallel,
                        data.resolve("judged/out/case").toString()));
        return new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(data.resolve("dispatcher.log").toFile())
                .start();
    }

    private static void node(TestCluster cluster, String name)
            throws IOException, InterruptedException {
        String room =
                "{\"cpu\":\"32\",\"memory\":\"128Gi\",\"pods\":\"110\",\"ephemeral-storage\":\"1Ti\"}";
        cluster.call("POST", "/api/v1/nodes", "{\"metadata\":{\"name\":\"%s\"}}".formatted(name));
        cluster.call(
                "PATCH",
                "/api/v1/nodes/" + name + "/status",
                "{\"status\":{\"capacity\":%1$s,\"allocatable\":%1$s,\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\",\"reason\":\"Played\",\"lastHeartbeatTime\":\"2026-01-01T00:00:00Z\",\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"}]}}"
                        .formatted(room));
        // A new node is tainted until a controller has seen that it is ready.
        cluster.call("PATCH", "/api/v1/nodes/" + name, "{\"spec\":{\"taints\":null}}");
    }

    private static long count(Foundation foundation, String condition) {
        return foundation
                .database()
                .read(sql -> sql.number("SELECT count(*) FROM jobs WHERE " + condition));
    }

    /** Among the first jobs that began, while every team still had some waiting. */
    private static Map<String, Integer> turns(Foundation foundation, Load load) {
        int first = load.jobs() / 2 * 8 / 10;
        List<String> begun =
                foundation
                        .database()
                        .read(
                                sql ->
                                        sql.all(
                                                "SELECT key_id FROM jobs ORDER BY started, id LIMIT"
                                                        + " "
                                                        + first,
                                                row -> row.text("key_id")));
        var turns = new TreeMap<String, Integer>();
        begun.forEach(team -> turns.merge(team, 1, Integer::sum));
        return turns;
    }

    private static long twice(Foundation foundation) {
        return foundation
                .database()
                .read(
                        sql ->
                                sql.number(
                                        "SELECT count(*) FROM (SELECT job FROM events WHERE kind ="
                                                + " 'end' GROUP BY job HAVING count(*) > 1) t"));
    }

    private static int left(TestCluster cluster) throws IOException, InterruptedException {
        return cluster.call("GET", "/apis/batch/v1/namespaces/scale/jobs", "").path("items").size();
    }

    private static long peak(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                .findFirst()
                .orElseThrow();
    }
}
