package io.mcpsf.service.kubernetes;

import io.mcpsf.json.Json;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Runs {@code mcpsf} as a user does, until it is closed. */
final class McpsfProcesses implements AutoCloseable {

    private final Path folder;
    private final TiedProcesses tied = new TiedProcesses();
    private final Map<String, Process> processes = new LinkedHashMap<>();

    McpsfProcesses(Path folder) {
        this.folder = folder;
    }

    /** Runs {@code mcpsf} with the classes under test; its words are in NAME.log. */
    Process start(String name, Map<String, String> env, String... words)
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

    /** The last one that was started under this name. */
    Process named(String name) {
        return Objects.requireNonNull(processes.get(name), name);
    }

    /** What {@code mcpsf assess} says about the same here; what it fetches is in the cache then. */
    JudgedReport assess(String source, String profile, Path cache)
            throws IOException, InterruptedException {
        Path out = Files.createTempDirectory(folder, "reports-");
        Process process =
                start(
                        "assess",
                        Map.of("MCPSF_CACHE", cache.toString()),
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
            return JudgedReport.of(Json.read(Files.readAllBytes(report)));
        }
    }

    /** The program and its libraries, without the tests. */
    static String classPath() {
        var entries = new ArrayList<String>();
        for (String entry : System.getProperty("java.class.path").split(":")) {
            if (!entry.contains("test-classes") && !entry.contains("junit")) {
                entries.add(Path.of(entry).toAbsolutePath().toString());
            }
        }
        return String.join(":", entries);
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
    }
}
