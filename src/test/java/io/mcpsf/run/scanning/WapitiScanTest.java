package io.mcpsf.run.scanning;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.RunObservation.PolicyViolated;
import io.mcpsf.model.ScanObservation.ScannerEnded;
import io.mcpsf.model.ScanObservation.WeaknessReported;
import io.mcpsf.os.Child;
import io.mcpsf.os.Command;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.ScanRequest;
import io.mcpsf.scan.ScanDepth;
import io.mcpsf.scan.ScanLogin;
import io.mcpsf.scan.ScanTarget;
import io.mcpsf.scan.WapitiScanner;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;

/** The real Wapiti with its own rules, on the shop of ComposeScanTest. */
@Tag("chamber")
@Tag("release")
class WapitiScanTest {

    private static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");
    private static final Path SHOP = Path.of("src/test/resources/scan/project/web/shop.py");

    @TempDir Path folder;

    @Test
    void wapitiFindsThePlantedWeaknessAndReachesNothingElse() throws Exception {
        int port = freePort();
        Path shop =
                Files.writeString(
                        folder.resolve("shop.py"),
                        Files.readString(SHOP)
                                .replace("(\"\", 8080)", "(\"127.0.0.1\", " + port + ")"));
        Child server = Command.of("/usr/bin/python3", shop.toString()).startSilent();
        try {
            await(port);
            Evidence evidence = scan(port);

            assertThat(evidence.of(ScannerEnded.class).map(seen -> seen.what()))
                    .singleElement()
                    .satisfies(ended -> assertThat(ended.how()).isEqualTo("done"))
                    .satisfies(ended -> assertThat(ended.connections()).isPositive());
            assertThat(evidence.of(WeaknessReported.class).map(seen -> seen.what()))
                    .anyMatch(
                            weakness -> weakness.cwe() == 79 && weakness.url().endsWith("/search"))
                    .noneMatch(
                            weakness -> weakness.cwe() == 79 && weakness.url().endsWith("/safe"));
            assertThat(evidence.of(PolicyViolated.class).map(seen -> seen.what().detail()))
                    .allMatch(detail -> detail.endsWith("not in the scope"));
        } finally {
            server.close();
        }
    }

    private Evidence scan(int port) throws InterruptedException {
        Command.Result made =
                Command.of(Path.of("bin/wapiti").toAbsolutePath().toString())
                        .with("HOME", System.getProperty("user.home"))
                        .with("PATH", System.getenv("PATH"))
                        .within(Duration.ofMinutes(10))
                        .run();
        assertThat(made.good()).as(made.complaint()).isTrue();
        Path home = Path.of(made.stdout().strip().lines().toList().getLast());
        var request =
                new ScanRequest(
                        folder,
                        List.of(new ScanTarget(HERE, new TreeSet<>(List.of(port)))),
                        List.of(new WapitiScanner(home, ScanLogin.NONE)),
                        ScanDepth.STANDARD,
                        folder,
                        "auto");
        return new ProjectScan(request, Progress.none()).scan().evidence();
    }

    private static void await(int port) throws IOException {
        long deadline = System.nanoTime() + 30_000_000_000L;
        while (true) {
            try (var socket = new Socket()) {
                socket.connect(new InetSocketAddress(HERE, port), 1000);
                return;
            } catch (IOException notYet) {
                if (System.nanoTime() > deadline) {
                    throw notYet;
                }
                LockSupport.parkNanos(50_000_000);
            }
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, HERE)) {
            return socket.getLocalPort();
        }
    }
}
