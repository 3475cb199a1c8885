package io.mcpsf.run.scanning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;

import io.mcpsf.judge.Judge;
import io.mcpsf.judge.RuleSet;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.RunObservation.PolicyViolated;
import io.mcpsf.model.ScanObservation.ScannerEnded;
import io.mcpsf.model.ScanObservation.WeaknessReported;
import io.mcpsf.model.Verdict;
import io.mcpsf.os.Command;
import io.mcpsf.os.TreeCopy;
import io.mcpsf.run.Program;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.ScanRequest;
import io.mcpsf.scan.NmapOptions;
import io.mcpsf.scan.NmapScanner;
import io.mcpsf.scan.ScanDepth;
import io.mcpsf.scan.ScanTarget;
import io.mcpsf.scan.ZapScanner;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import javax.tools.ToolProvider;

/** The real ZAP, put together from its packages, with one rule of our own. */
@Tag("chamber")
@Tag("release")
class ZapScanTest {

    private static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");

    @TempDir Path folder;

    @Test
    void zapFindsThePlantedWeaknessAndLeavesTheScopeAlone() throws Exception {
        Program.need("nmap", "nmap");
        Path zap = zap();
        rule(zap);
        try (var neighbour = new ServerSocket(0, 50, HERE)) {
            HttpServer shop = shop("http://127.0.0.1:" + neighbour.getLocalPort() + "/");
            try {
                Evidence evidence = scan(zap, shop.getAddress().getPort());

                assertThat(evidence.of(WeaknessReported.class).map(seen -> seen.what()))
                        .anySatisfy(
                                weakness -> {
                                    assertThat(weakness.cwe()).isEqualTo(79);
                                    assertThat(weakness.parameter()).isEqualTo("q");
                                    assertThat(weakness.url()).contains("/search");
                                })
                        .noneMatch(weakness -> weakness.url().contains("/safe"));
                assertThat(evidence.of(ScannerEnded.class).map(seen -> seen.what()))
                        .hasSize(2)
                        .allMatch(ended -> ended.how().equals("done") && ended.connections() > 0);
                assertThat(evidence.of(PolicyViolated.class)).isEmpty();
                Judgement judgement = Judge.judge(evidence, RuleSet.load());
                assertThat(judgement.verdict()).isEqualTo(Verdict.RISKY);
                assertThat(judgement.findings())
                        .extracting(Finding::rule)
                        .contains("weakness-cross-site-scripting", "port-open");
            } finally {
                shop.stop(0);
            }
            neighbour.setSoTimeout(1);
            assertThat(catchThrowable(neighbour::accept))
                    .isInstanceOf(SocketTimeoutException.class);
        }
    }

    private Evidence scan(Path zap, int port) throws InterruptedException {
        var target = new ScanTarget(HERE, new TreeSet<>(List.of(port)));
        var request =
                new ScanRequest(
                        folder,
                        List.of(target),
                        List.of(
                                new NmapScanner(NmapOptions.of(ScanDepth.STANDARD)),
                                new ZapScanner(zap)),
                        ScanDepth.STANDARD,
                        folder,
                        "auto");
        return new ProjectScan(request, Progress.none()).scan().evidence();
    }

    private Path zap() throws InterruptedException, IOException {
        Command.Result made =
                Command.of(Path.of("bin/zap").toAbsolutePath().toString())
                        .with("HOME", System.getProperty("user.home"))
                        .with("PATH", System.getenv("PATH"))
                        .within(Duration.ofMinutes(10))
                        .run();
        assertThat(made.good()).as(made.complaint()).isTrue();
        Path copy = folder.resolve("zap");
        Path packed = Path.of(made.stdout().strip().lines().toList().getLast());
        var _ = TreeCopy.copy(packed, copy, TreeCopy.Caps.usual());
        return copy;
    }

    /** An add-on is a zip with a description. */
    private void rule(Path zap) throws IOException {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        Path source =
                Files.copy(
                        Path.of("src/test/resources/zap/EchoRule.txt"),
                        folder.resolve("EchoRule.java"));
        int code =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "--release",
                                "17",
                                "-cp",
                                zap.resolve("zap-2.17.0.jar") + ":" + jars(zap.resolve("lib")),
                                "-d",
                                classes.toString(),
                                source.toString());
        assertThat(code).isZero();
        Path file = zap.resolve("plugin/echo-release-0.1.0.zap");
        try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("ZapAddOn.xml"));
            zip.write(
                    """
                    <zapaddon><name>Echo</name><version>0.1.0</version><status>release</status>
                    <description>One rule.</description><author>mcpsf</author>
                    <ascanrules><ascanrule>test.EchoRule</ascanrule></ascanrules>
                    <not-before-version>2.17.0</not-before-version></zapaddon>
                    """
                            .getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry("test/EchoRule.class"));
            zip.write(Files.readAllBytes(classes.resolve("test/EchoRule.class")));
        }
    }

    private static String jars(Path lib) throws IOException {
        try (var entries = Files.list(lib)) {
            return String.join(":", entries.map(Path::toString).toList());
        }
    }

    private static HttpServer shop(String out) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(HERE, 0), 0);
        page(
                server,
                "/",
                _ ->
                        "<a href='/search?q=a'>s</a><a href='/safe?q=a'>s</a><a href='"
                                + out
                                + "'>o</a>");
        page(server, "/search", q -> "<p>" + q + "</p>");
        page(server, "/safe", q -> "<p>" + q.replace("<", "&lt;") + "</p>");
        server.start();
        return server;
    }

    private static void page(HttpServer server, String path, UnaryOperator<String> text) {
        server.createContext(
                path,
                exchange -> {
                    String query = String.valueOf(exchange.getRequestURI().getQuery());
                    byte[] body =
                            text.apply(query.replaceFirst("^.*q=", ""))
                                    .getBytes(StandardCharsets.UTF_8);
                    exchange.getResponseHeaders().add("Content-Type", "text/html");
                    exchange.sendResponseHeaders(200, body.length);
                    try (OutputStream to = exchange.getResponseBody()) {
                        to.write(body);
                    }
                });
    }
}
