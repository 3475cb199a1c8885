package io.mcpsf.run.code;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;

import io.mcpsf.boundary.Backbone;
import io.mcpsf.broker.SecretVault;
import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.exec.ExecutionLog;
import io.mcpsf.exec.ExecutionLog.Status;
import io.mcpsf.model.Violation;
import io.mcpsf.run.request.ExecOutcome;
import io.mcpsf.run.request.ExecStreams;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A secret of the vault that code uses without holding it. */
@Tag("chamber")
final class VaultedSecretTest {

    private static final String VALUE = "ghp_Zq81TtRealValueNobodyInsideMaySee7";

    @TempDir Path folder;
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private HttpServer web;
    private CodeTrial trial;

    @BeforeEach
    void open() throws Exception {
        web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        web.createContext(
                "/",
                exchange -> {
                    try (exchange) {
                        String said = exchange.getRequestHeaders().getFirst("Authorization");
                        heard.add(said);
                        byte[] body = ("you said " + said).getBytes(StandardCharsets.UTF_8);
                        exchange.sendResponseHeaders(200, body.length);
                        exchange.getResponseBody().write(body);
                    }
                });
        web.start();
        SecretVault vault = SecretVault.in(folder.resolve("secrets"), Map.of());
        vault.set("forge", VALUE);
        var loopback =
                new Backbone(
                        Clock.systemUTC(),
                        _ -> new InetAddress[] {InetAddress.getLoopbackAddress()});
        trial =
                new CodeTrial(
                        folder.resolve("executions"),
                        CodeRunner.open("crun", _ -> {}, loopback, vault));
    }

    @AfterEach
    void close() {
        trial.close();
        web.stop(0);
    }

    @Test
    void worksAtItsHostEndsTheCodeElsewhereAndIsInNoOutputLogOrFile() throws Exception {
        int port = web.getAddress().getPort();
        trial.under(
                """
                network:
                  allow:
                    - {host: api.example, ports: [%1$d]}
                    - {host: other.example, ports: [%1$d]}
                    - {cidr: 127.0.0.1/32, ports: [%1$d]}
                secrets:
                  forge: {from: vault, to: [api.example], as: header}
                """
                        .formatted(port));

        ExecOutcome outcome = trial.run(CodeLanguage.PYTHON, asks(port), ExecStreams.none());

        ExecutionLog log = outcome.log();
        assertThat(heard).containsExactly("Bearer " + VALUE);
        assertThat(log.output().stdout()).startsWith("you said Bearer ghp_").doesNotContain(VALUE);
        assertThat(log.ending().status()).isEqualTo(Status.KILLED);
        assertThat(log.violations()).extracting("violation").contains(Violation.SECRET_MISUSED);
        try (var files = Files.walk(outcome.caseFolder())) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain(VALUE);
            }
        }
        assertThat(Files.readString(folder.resolve("secrets/audit.jsonl")))
                .contains("\"opened\"")
                .contains("exec python");
    }

    private static String asks(int port) {
        return """
        import os, urllib.request
        def ask(host):
            r = urllib.request.Request('http://%%s:%d/x' %% host, headers={'Authorization': 'Bearer ' + os.environ['FORGE']})
            return urllib.request.urlopen(r, timeout=10).read().decode()
        print(ask('api.example'))
        print(ask('other.example'))
        """
                .formatted(port);
    }
}
