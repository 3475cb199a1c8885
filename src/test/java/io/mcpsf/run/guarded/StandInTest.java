package io.mcpsf.run.guarded;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import io.mcpsf.boundary.Backbone;
import io.mcpsf.model.RunObservation.PolicyViolated;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Violation;
import io.mcpsf.run.request.GuardOutcome;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/** A secret works at its host, is an alert at another, and is nowhere inside. */
@Tag("chamber")
final class StandInTest {

    private static final String VALUE = "ghp_Zq81TtRealValueNobodyInsideMaySee7";

    @TempDir Path folder;
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private HttpServer web;
    private int port;

    @BeforeEach
    void open() throws IOException {
        web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        web.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        web.createContext("/", this::echo);
        web.start();
        port = web.getAddress().getPort();
    }

    @AfterEach
    void close() {
        web.stop(0);
    }

    @Test
    void worksAtItsHostIsAnAlertElsewhereAndTheValueIsNowhereInside() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), VALUE + "\n");
        Path server = Files.createDirectory(folder.resolve("server"));
        Files.writeString(server.resolve("server.py"), ViolationTest.SERVER);
        GuardOutcome outcome;
        try (var trial =
                GuardTrial.of(
                        server.toString(),
                        policy(token),
                        folder.resolve("sessions"),
                        this::loopback)) {
            trial.greet("{}");
            String inside = ViolationTest.run(trial, "import os; result = os.environ['FORGE']");
            assertThat(inside).contains("ghp_").doesNotContain(VALUE);

            String echoed = ViolationTest.run(trial, request("api.example", "Bearer ' + t + '"));
            assertThat(asked).containsExactly("api.example Bearer " + VALUE);
            assertThat(echoed).as("what comes back").contains("ghp_").doesNotContain(VALUE);
            ViolationTest.run(
                    trial,
                    request(
                            "api.example",
                            "Basic ' + base64.b64encode(('me:' + t).encode()).decode() + '"));
            assertThat(asked.getLast()).startsWith("api.example Basic ");
            assertThat(decoded(asked.getLast())).isEqualTo("me:" + VALUE);

            assertThat(holders()).as("processes of the sandbox that hold the value").isEmpty();

            String other = ViolationTest.run(trial, request("other.example", "Bearer ' + t + '"));
            assertThat(other).contains("403");
            assertThat(asked).hasSize(2);
            outcome = trial.leave();
        }
        assertThat(
                        GuardedRunTest.evidence(outcome).seen().stream()
                                .map(Seen::what)
                                .filter(PolicyViolated.class::isInstance)
                                .map(what -> ((PolicyViolated) what).violation()))
                .containsOnly(Violation.SECRET_MISUSED, Violation.NETWORK_ESCAPE);
        try (var files = Files.walk(outcome.caseFolder())) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain(VALUE);
            }
        }
    }

    private String policy(Path token) {
        return """
        version: 1
        preset: minimum
        network:
          allow:
            - {host: api.example, ports: [%1$d]}
            - {host: other.example, ports: [%1$d]}
            - {cidr: 127.0.0.1/32, ports: [%1$d]}
        secrets:
          forge: {from: "file:%2$s", to: [api.example], as: header}
        """
                .formatted(port, token);
    }

    private String request(String host, String authorization) {
        return """
        import os, base64, urllib.request, urllib.error
        t = os.environ['FORGE']
        r = urllib.request.Request('http://%s:%d/x', headers={'Authorization': '%s'})
        try:
            result = urllib.request.urlopen(r, timeout=10).read().decode()
        except urllib.error.HTTPError as e:
            result = str(e.code)
        """
                .formatted(host, port, authorization);
    }

    private Backbone loopback(Backbone usual) {
        return new Backbone(
                Clock.systemUTC(), _ -> new InetAddress[] {InetAddress.getLoopbackAddress()});
    }

    private void echo(HttpExchange exchange) throws IOException {
        try (exchange) {
            String said = exchange.getRequestHeaders().getFirst("Authorization");
            String host = exchange.getRequestHeaders().getFirst("Host");
            asked.add(host.replaceFirst(":.*", "") + " " + said);
            byte[] body = ("you said " + said).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private static String decoded(String line) {
        byte[] login =
                java.util.Base64.getDecoder().decode(line.substring(line.lastIndexOf(' ') + 1));
        return new String(login, StandardCharsets.UTF_8);
    }

    /**
     * Every process of the sandbox whose memory holds the value. The search must find the stand-in,
     * by which the server is also told from those of other tests.
     */
    private static List<Long> holders() throws IOException {
        List<Long> sandboxed =
                ProcessHandle.allProcesses()
                        .map(ProcessHandle::pid)
                        .filter(StandInTest::servesUs)
                        .filter(pid -> holds(pid, "FORGE=ghp_"))
                        .toList();
        assertThat(sandboxed).isNotEmpty();
        return sandboxed.stream().filter(pid -> holds(pid, VALUE)).toList();
    }

    private static boolean servesUs(long pid) {
        try {
            return Files.readString(Path.of("/proc", "" + pid, "cmdline"))
                    .contains("/opt/server/server.py");
        } catch (IOException gone) {
            return false;
        }
    }

    private static boolean holds(long pid, String text) {
        try (var memory = new RandomAccessFile("/proc/" + pid + "/mem", "r")) {
            for (String line : Files.readAllLines(Path.of("/proc", "" + pid, "maps"))) {
                if (!line.split(" ")[1].startsWith("r") || line.contains("[v")) {
                    continue;
                }
                String[] range = line.split(" ")[0].split("-");
                long from = Long.parseUnsignedLong(range[0], 16);
                byte[] bytes = new byte[(int) (Long.parseUnsignedLong(range[1], 16) - from)];
                memory.seek(from);
                int read = memory.read(bytes);
                if (read > 0
                        && new String(bytes, 0, read, StandardCharsets.ISO_8859_1).contains(text)) {
                    return true;
                }
            }
            return false;
        } catch (IOException gone) {
            return false;
        }
    }
}
