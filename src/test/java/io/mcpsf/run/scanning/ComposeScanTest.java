package io.mcpsf.run.scanning;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.json.Json;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.RunObservation.PolicyViolated;
import io.mcpsf.model.ScanObservation.PortScanned;
import io.mcpsf.model.ScanObservation.ScannerEnded;
import io.mcpsf.model.ScanObservation.WeaknessReported;
import io.mcpsf.os.Cleanup;
import io.mcpsf.os.Command;
import io.mcpsf.os.TreeCopy;
import io.mcpsf.run.Program;
import io.mcpsf.sandbox.docker.ComposeProgram;
import io.mcpsf.sandbox.docker.PrivateEngine;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * A project of three services in a network of Docker Compose, scanned by the real Nmap and the real
 * ZAP through the command line, with a second network beside it that must stay untouched.
 */
@Tag("chamber")
@Tag("release")
@Tag("alone")
class ComposeScanTest {

    private static final String OUT = "198.51.100.99";
    private static final String NEIGHBOUR = "172.29.78.2";

    @TempDir Path folder;
    private final Cleanup undo = new Cleanup();
    private PrivateEngine engine;
    private Path project;

    @BeforeEach
    void start() throws Exception {
        Program.need("nmap", "nmap");
        engine = PrivateEngine.start();
        undo.add(engine::close);
        engine.ask("import", image().toString(), "project-base:1");
        project = folder.resolve("shop");
        var _ =
                TreeCopy.copy(
                        Path.of("src/test/resources/scan/project"), project, TreeCopy.Caps.usual());
        ComposeProgram.run(engine, project, "up", "-d");
        undo.add(() -> ComposeProgram.run(engine, project, "down", "-t", "1"));
        engine.ask("network", "create", "--subnet", "172.29.78.0/24", "neighbour");
        undo.add(() -> engine.ask("network", "rm", "neighbour"));
        engine.ask(
                "run",
                "-d",
                "--name",
                "neighbour",
                "--network",
                "neighbour",
                "--ip",
                NEIGHBOUR,
                "-v",
                "/usr:/usr:ro",
                "project-base:1",
                "/usr/bin/python3",
                "-m",
                "http.server",
                "9999");
        undo.add(() -> engine.ask("rm", "-f", "neighbour"));
    }

    @AfterEach
    void end() {
        undo.close();
    }

    @Test
    void portsVersionsAndFlawsAreFoundAndNothingElseIsTouched() throws Exception {
        awaitDatabase();
        JsonNode scope = Json.read(mcpsf("scope", project.toString(), "--format", "json"));
        assertThat(scope.path("services").valueStream().map(s -> s.path("name").asString()))
                .contains("web", "api", "db");
        Set<InetAddress> forbidden =
                Set.of(InetAddress.ofLiteral(OUT), InetAddress.ofLiteral(NEIGHBOUR));

        try (WatchedDevices beside = WatchedDevices.silent(bridge());
                WatchedDevices all = WatchedDevices.all(forbidden, "mcpsf-compose-mark")) {
            String report =
                    mcpsf(
                            "scan",
                            project.toString(),
                            "--tools",
                            "nmap,zap",
                            "--yes",
                            "--format",
                            "json",
                            "--output",
                            folder.resolve("reports").toString());

            assertThat(beside.found()).isEmpty();
            assertThat(all.found()).isEmpty();
            assertThat(Json.read(report).path("verdict").asString()).isEqualTo("RISKY");
            assertThat(Json.read(report).path("findings").valueStream())
                    .extracting(finding -> finding.path("rule").asString())
                    .contains(
                            "port-open", "weakness-cross-site-scripting", "weakness-sql-injection");
            new Socket(NEIGHBOUR, 9999).close();
            assertThat(beside.sees()).as("the capture is real").isTrue();
        }

        Evidence evidence = evidence();
        assertThat(evidence.of(PortScanned.class).map(seen -> seen.what()))
                .filteredOn(port -> port.state().equals("open"))
                .anyMatch(port -> port.port() == 8080 && port.service().startsWith("http"))
                .anyMatch(port -> port.port() == 8000 && port.service().startsWith("http"))
                .anyMatch(port -> port.port() == 5432 && port.product().contains("PostgreSQL"));
        assertThat(evidence.of(WeaknessReported.class).map(seen -> seen.what()))
                .anySatisfy(
                        weakness -> {
                            assertThat(weakness.url()).contains(":8080/search");
                            assertThat(weakness.cwe()).isEqualTo(79);
                            assertThat(weakness.request()).startsWith("GET http");
                            assertThat(weakness.response()).contains("<b>zqx</b>");
                        })
                .anySatisfy(
                        weakness -> {
                            assertThat(weakness.url()).contains(":8000/v1/items");
                            assertThat(weakness.cwe()).isEqualTo(89);
                        })
                .noneMatch(weakness -> weakness.url().contains("/safe"));
        assertThat(evidence.of(ScannerEnded.class).map(seen -> seen.what()))
                .allMatch(ended -> ended.how().equals("done") && ended.connections() > 0)
                .extracting(ScannerEnded::scanner)
                .containsExactly("nmap", "zap", "mcpsf");
        assertThat(evidence.of(PolicyViolated.class).map(seen -> seen.what().detail()))
                .noneMatch(detail -> detail.contains(NEIGHBOUR));
    }

    /** Programs come from this machine's /usr; the image only says where they are. */
    private Path image() throws Exception {
        Path root = Files.createDirectory(folder.resolve("root"));
        for (String link : List.of("bin", "lib", "lib64", "sbin")) {
            Files.createSymbolicLink(root.resolve(link), Path.of("usr", link));
        }
        for (String empty : List.of("usr", "app", "data", "tmp", "proc", "sys", "dev")) {
            Files.createDirectory(root.resolve(empty));
        }
        must(Command.of("chmod", "1777", root + "/tmp", root + "/data"));
        Files.createDirectory(root.resolve("etc"));
        Files.writeString(
                root.resolve("etc/passwd"),
                "root:x:0:0::/:/bin/sh\nnobody:x:65534:65534::/:/bin/sh\n");
        Path tar = folder.resolve("image.tar");
        must(Command.of("tar", "-C", root.toString(), "-cf", tar.toString(), "."));
        return tar;
    }

    private void awaitDatabase() {
        long deadline = System.nanoTime() + Duration.ofMinutes(3).toNanos();
        while (!engine.run("logs", "shop_db_1").stderr().contains("ready to accept connections")) {
            assertThat(System.nanoTime())
                    .as(engine.run("logs", "shop_db_1").stderr())
                    .isLessThan(deadline);
            LockSupport.parkNanos(200_000_000);
        }
    }

    /** The device of the network beside the project. */
    private String bridge() {
        return "br-"
                + engine.ask("network", "inspect", "-f", "{{.Id}}", "neighbour").substring(0, 12);
    }

    private String mcpsf(String... words) throws Exception {
        var argv = new ArrayList<String>();
        argv.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        argv.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
        argv.addAll(List.of("-cp", System.getProperty("java.class.path")));
        argv.add("io.mcpsf.cli.Main");
        argv.addAll(List.of(words));
        Map<String, String> env = new HashMap<>(engine.environment());
        if (words[0].equals("scan")) {
            env.put("ZAP_HOME", ZapWithRules.in(folder).toString());
        }
        Command.Result result =
                Command.of(argv)
                        .withOnly(env)
                        .in(Path.of("").toAbsolutePath())
                        .within(Duration.ofMinutes(20))
                        .keeping(8 << 20)
                        .run();
        assertThat(result.code()).as(result.stdout() + result.stderr()).isIn(0, 1);
        return result.stdout();
    }

    private Evidence evidence() throws IOException {
        Path file = folder.resolve("reports/latest/evidence.jsonl");
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            return EvidenceFormat.read(lines);
        }
    }

    private static void must(Command command) throws InterruptedException {
        Command.Result result = command.run();
        assertThat(result.good()).as(result.complaint()).isTrue();
    }
}
