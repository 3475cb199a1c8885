package io.mcpsf.run.guarded;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;

import io.mcpsf.boundary.Backbone;
import io.mcpsf.model.Evidence;
import io.mcpsf.os.Trees;
import io.mcpsf.report.Report;
import io.mcpsf.report.profile.Profiles;
import io.mcpsf.run.Assessment;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Executors;

/** What a session used becomes a policy under which the same works, and one thing more does not. */
@Tag("chamber")
final class LearnedPolicyTest {

    @TempDir Path folder;

    /** Not below /tmp, which every sandbox has for itself. */
    private Path lent;

    private HttpServer web;
    private int port;
    private Path used;
    private Path unused;

    @BeforeEach
    void open() throws IOException {
        web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        web.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        web.createContext(
                "/",
                exchange -> {
                    try (exchange) {
                        byte[] body = "reached".getBytes(StandardCharsets.UTF_8);
                        exchange.sendResponseHeaders(200, body.length);
                        exchange.getResponseBody().write(body);
                    }
                });
        web.start();
        port = web.getAddress().getPort();
        // Not below /tmp, where a checkout may lie: what is there is taken for the sandbox's own.
        lent = Files.createTempDirectory(Path.of("/srv"), "learned");
        used = Files.createDirectory(lent.resolve("used"));
        unused = Files.createDirectory(lent.resolve("unused"));
        Files.writeString(used.resolve("note.txt"), "of the used");
        Files.writeString(unused.resolve("note.txt"), "of the unused");
    }

    @AfterEach
    void close() {
        web.stop(0);
        Trees.delete(lent);
    }

    @Test
    void isEnoughForTheSameAndNotForMore() throws Exception {
        String wide =
                """
                version: 1
                preset: recommended
                files: {read: ["%s", "%s"]}
                network:
                  allow:
                    - {host: api.example, ports: [%3$d]}
                    - {host: other.example, ports: [%3$d]}
                    - {cidr: 127.0.0.1/32, ports: [%3$d]}
                """
                        .formatted(used, unused, port);
        Evidence evidence;
        try (var trial = trial(wide)) {
            trial.greet("{}");
            assertThat(read(trial, used)).contains("of the used");
            assertThat(get(trial, "api.example")).contains("reached");
            evidence = GuardedRunTest.evidence(trial.leave());
        }

        var house = new Assessment();
        String learned =
                new Profiles(Report.of(evidence, house.judge(evidence), house.rules())).policy();

        assertThat(learned)
                .contains("host: \"api.example\"", used.toString())
                .doesNotContainPattern("(?m)^[^#]*(other\\.example|" + unused + ")");
        // The names of a test lead to this machine, which a policy has to say.
        String local =
                learned.replaceFirst(
                        "(?m)^( *)- (\\{host: \"api.example.*)$",
                        "$1- $2\n$1- {cidr: 127.0.0.1/32, ports: [%d]}".formatted(port));
        try (var trial = trial(local)) {
            trial.greet("{}");
            assertThat(read(trial, used)).contains("of the used");
            assertThat(get(trial, "api.example")).contains("reached");
            assertThat(read(trial, unused)).contains("FileNotFoundError");
            assertThat(get(trial, "other.example")).doesNotContain("reached");
        }
    }

    private GuardTrial trial(String policy) throws IOException {
        Path server = Files.createDirectories(folder.resolve("server"));
        Files.writeString(server.resolve("server.py"), ViolationTest.SERVER);
        return GuardTrial.of(server.toString(), policy, folder.resolve("sessions"), this::loopback);
    }

    private Backbone loopback(Backbone usual) {
        return new Backbone(
                Clock.systemUTC(), _ -> new InetAddress[] {InetAddress.getLoopbackAddress()});
    }

    private static String read(GuardTrial trial, Path where) throws IOException {
        return ViolationTest.run(trial, "result = open('%s/note.txt').read()".formatted(where));
    }

    private String get(GuardTrial trial, String host) throws IOException {
        return ViolationTest.run(
                trial,
                """
                import urllib.request
                result = urllib.request.urlopen('http://%s:%d/x', timeout=10).read().decode()
                """
                        .formatted(host, port));
    }
}
