package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;

import io.mcpsf.acquire.AcquireException;
import io.mcpsf.acquire.AcquireOptions;
import io.mcpsf.acquire.Acquisition;
import io.mcpsf.acquire.Cache;
import io.mcpsf.acquire.Registries;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Isolation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.Target;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.run.Assessment;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.Outcome;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.source.BadSourceException;
import io.mcpsf.source.Sources;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What people get wrong in their first minutes, and what they are told: what happened, why, and
 * what to do next. {@code bin/golden} rewrites the file; read the difference.
 */
final class GoldenMistakesTest {

    private static final Path GOLDEN = Path.of("src/test/resources/golden/mistakes.txt");

    @TempDir Path temp;
    private final Map<String, String> env = new HashMap<>();
    private final StringBuilder told = new StringBuilder();
    private HttpServer peer;
    private int closedPort;

    @BeforeEach
    void start() throws IOException {
        peer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        peer.createContext(
                "/",
                exchange -> {
                    try (exchange) {
                        boolean api = exchange.getRequestURI().getPath().startsWith("/api/");
                        exchange.sendResponseHeaders(api ? 401 : 404, -1);
                    }
                });
        peer.start();
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closedPort = socket.getLocalPort();
        }
    }

    @AfterEach
    void stop() {
        peer.stop(0);
    }

    @Test
    void everyMistakeIsAnsweredInThreeParts() throws IOException {
        words();
        values();
        sources();
        configurations();
        registries();
        places();
        noServer();
        services();

        String now = told.toString();
        if (Boolean.getBoolean("golden.rewrite")) {
            Files.writeString(GOLDEN, now);
        }
        assertThat(now.lines().filter(line -> line.startsWith("$ ")).count())
                .isGreaterThanOrEqualTo(25);
        assertThat(now)
                .as("bin/golden rewrites it; read the difference")
                .isEqualTo(Files.readString(GOLDEN));
    }

    private void words() {
        mistake("asess", "./server");
        mistake("assess");
        mistake("assess", "./server", "./other");
        mistake("assess", "./server", "--profle", "safe");
        mistake("detectors", "--", "x");
        mistake("explain", "bait-raed");
        mistake("help", "asess");
        mistake("generate-completion", "tcsh");
    }

    private void values() {
        mistake("assess", "./server", "--profile", "agressive");
        mistake("assess", "./server", "--runtime", "vmware");
        mistake("assess", "./server", "--format", "xml");
        mistake("assess", "./server", "--fail-on", "sometimes");
        mistake("assess", "./server", "--memory", "lots");
        mistake("assess", "./server", "--memory", "5m");
        mistake("assess", "./server", "--cpus", "0");
        mistake("assess", "./server", "--timeout", "soon");
        mistake("assess", "./server", "--seed", "a");
        mistake("assess", "./server", "--fuzz-calls", "many");
        mistake("assess", "./server", "--valid-calls", "0");
        mistake("assess", "./server", "--detectors", "bait-red,exec");
        mistake("assess", "./server", "--env", "=1");
        mistake("assess", "./server", "--command", "node 'a.js");
        mistake("assess", "./server", "--save-as", "a b");
        mistake("worker", "--kubernetes", "--warm", "2");
    }

    private void sources() throws IOException {
        Files.createDirectory(temp.resolve("empty"));
        Files.writeString(temp.resolve("notes.txt"), "x");
        mistake("assess", temp + "/missing");
        mistake("assess", temp + "/empty");
        mistake("assess", temp + "/notes.txt");
        mistake("assess", temp + "/server.rar");
        mistake("assess", "nmp:server");
        mistake("assess", "docker:Acme Server");
        docker("Cannot connect to the Docker daemon. Is the docker daemon running?");
        mistake("assess", "docker:acme/server");
        docker("Error: No such image: acme/server");
        mistake("assess", "docker", "run", "-i", "acme/server");
        mistake("assess", "docker:acme/server", "--runtime", "docker");
        mistake("assess", "http://mcp.site.example/");
        mistake("assess", "https://me:secret@mcp.site.example/");
        mistake("assess", "npx", "-y");
    }

    /** A Docker that complains, whatever it is asked. */
    private void docker(String complaint) throws IOException {
        Path program = temp.resolve("bin/docker");
        Files.createDirectories(program.getParent());
        Files.writeString(program, "#!/bin/sh\necho '%s' >&2\nexit 1\n".formatted(complaint));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void configurations() throws IOException {
        Files.writeString(temp.resolve("empty.json"), "{}");
        Files.writeString(temp.resolve("broken.json"), "{");
        Files.writeString(
                temp.resolve("two.json"),
                "{\"mcpServers\": {\"files\": {\"command\": \"npx\", \"args\": [\"a\"]},"
                        + " \"time\": {\"command\": \"uvx\", \"args\": [\"b\"]}}}");
        mistake("assess", "--config", temp + "/missing.json");
        mistake("assess", "--config", temp + "/empty.json");
        mistake("assess", "--config", temp + "/broken.json");
        mistake("assess", "--config", temp + "/two.json");
        mistake("assess", "--config", temp + "/two.json", "--server", "flies");
        mistake("assess", "./server", "--config", temp + "/two.json");
        mistake("assess", "./server", "--env-file", temp + "/missing.env");
    }

    private void registries() {
        mistake("assess", "npm:no-such-server");
        mistake("assess", "pypi:no-such-server");
        mistake("assess", "npm:offline-server");
        mistake("assess", "in-both");
    }

    private void places() throws IOException {
        Path file = Files.writeString(temp.resolve("file"), "");
        mistake("assess", "./server", "--output", file.toString());
        mistake("assess", "./server", "--output", "/proc/reports");
        mistake("judge", temp + "/missing");
    }

    private void services() throws IOException {
        int port = peer.getAddress().getPort();
        mistake("serve", "--bind", "127.0.0.1:" + port, "--data", temp + "/service");
        mistake("serve", "--bind", "nowhere");
        mistake("key", "create", "--expires", "soon", "--data", temp + "/keys");
        mistake("assess", "./server", "--executor", "cloud");
        env.put("MCPSF_API_URL", "http://mcpsf.site.example/");
        mistake("assess", "npm:server", "--executor", "cloud");
        env.put("MCPSF_API_URL", "http://127.0.0.1:%d/".formatted(closedPort));
        mistake("assess", "npm:server", "--executor", "cloud");
        env.put("MCPSF_API_URL", "http://127.0.0.1:%d/".formatted(port));
        env.put("MCPSF_API_KEY", "wrong");
        mistake("assess", "npm:server", "--executor", "cloud");
    }

    /** Found out only when it was started; so it is told in a report, which has no score. */
    private void noServer() {
        var start =
                new PhaseResult(
                        PhaseResult.Status.FAILED,
                        0,
                        "no start command found: set one with --command; looked for package.json");
        var file =
                new CaseFile(
                        "20260101-000000-prose-0000",
                        new CaseFile.Subject("folder", "prose", "", "", "./prose"),
                        Instant.EPOCH,
                        "1.2.3",
                        new CaseFile.Settings("balanced", 7, List.of(), 0.5));
        var evidence =
                new Evidence(
                        file,
                        List.of(),
                        new Coverage(
                                Map.of(Phase.START, start),
                                Map.of(),
                                new ToolCoverage(0, 0, 0),
                                Isolation.none()));
        Ended ended =
                run(
                        (_, _) ->
                                new Outcome(
                                        Path.of("reports/x"),
                                        evidence,
                                        new Assessment().judge(evidence)),
                        "assess",
                        "./prose");

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.out())
                .contains("This is not an MCP server: it has nothing to start", "no score", "NEXT");
        told.append("$ mcpsf assess ./prose\n").append(plain(ended.out())).append('\n');
    }

    private record Ended(int code, String out, String err) {}

    private void mistake(String... words) {
        Ended ended = run((request, progress) -> fetch(request), words);

        String line = "mcpsf " + String.join(" ", words);
        assertThat(ended.code()).as(line).isEqualTo(2);
        assertThat(ended.out()).as(line).isEmpty();
        String said = plain(ended.err());
        assertThat(said)
                .as(line)
                .contains("mcpsf: ", "\n  why:  ", "\n  next: ")
                .doesNotContain("Exception");
        told.append("$ ").append(plain(line)).append('\n').append(said).append('\n');
    }

    private Ended run(Ports.Assessing assessing, String... words) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var house = new Assessment();
        var ports =
                new Ports(
                        assessing,
                        house::rules,
                        house::explain,
                        house::judge,
                        List::of,
                        List::of,
                        () -> {},
                        (runtime, say) -> {},
                        house::guard,
                        house::guardHttp,
                        house::execute,
                        house::codeRunner,
                        house::scan,
                        (name, version) ->
                                List.of(
                                        new Target.Npm(name, version),
                                        new Target.Pypi(name, version)));
        var console =
                new Console(
                        new PrintStream(out, false, StandardCharsets.UTF_8),
                        new PrintStream(err, false, StandardCharsets.UTF_8),
                        new Console.Ends(false, false, 90, true),
                        env);

        int code = new Cli(console, ports, () -> 7, "1.2.3").run(words);

        return new Ended(
                code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** The same on every machine; what was detected before the mistake is not the point. */
    private String plain(String text) {
        return text.replace(temp.toString(), "/tmp")
                .replace(Path.of("").toAbsolutePath().toString(), "/home/me")
                .replace("127.0.0.1:" + closedPort, "127.0.0.1:8415")
                .replace("127.0.0.1:" + peer.getAddress().getPort(), "127.0.0.1:8414")
                .replace("127.0.0.1:" + (peer.getAddress().getPort() + 1), "127.0.0.1:8415")
                .replaceAll("(?m)^\\[\\*] Detected.*\n", "");
    }

    /** As a case begins: what can't be fetched is told before anything is started. */
    private Outcome fetch(AssessRequest request) throws InterruptedException {
        if (request.runtime().equals("docker")) {
            return new Assessment().assess(request, Progress.none());
        }
        String registry =
                "http://127.0.0.1:%d/"
                        .formatted(
                                request.source().contains("offline")
                                        ? closedPort
                                        : peer.getAddress().getPort());
        Registries registries =
                Registries.of(
                        Map.of(
                                "npm_config_registry",
                                registry,
                                "PIP_INDEX_URL",
                                registry,
                                "PATH",
                                temp + "/bin"),
                        temp);
        var cache = new Cache(temp.resolve("cache"), InstantSource.system(), Cache.Caps.usual());
        try (var acquisition =
                new Acquisition(cache, registries, AcquireOptions.usual(), note -> {})) {
            Target target = Sources.parse(request.source(), Path.of(""));
            acquisition.acquire(target, temp.resolve("into"));
            throw new AssertionError(request.source() + " was fetched");
        } catch (BadSourceException e) {
            throw Assessment.cannotGet(request.source(), e);
        } catch (AcquireException e) {
            throw new UsageException(e.what(), e.why(), e.next());
        }
    }
}
