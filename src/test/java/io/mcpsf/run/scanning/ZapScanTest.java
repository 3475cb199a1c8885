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
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** The real ZAP, put together from its packages, with rules of our own. */
@Tag("chamber")
@Tag("release")
class ZapScanTest {

    private static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");

    @TempDir Path folder;

    @Test
    void zapFindsThePlantedWeaknessAndLeavesTheScopeAlone() throws Exception {
        Program.need("nmap", "nmap");
        Path zap = ZapWithRules.in(folder);
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
                        .allMatch(ended -> ended.how().equals("done") && ended.connections() > 0)
                        .extracting(ScannerEnded::scanner)
                        .containsExactly("nmap", "zap", "mcpsf");
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
