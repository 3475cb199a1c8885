package io.mcpsf.run.scanning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.mcpsf.judge.Judge;
import io.mcpsf.judge.RuleSet;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.RunObservation.PolicyViolated;
import io.mcpsf.model.ScanObservation.PortScanned;
import io.mcpsf.model.Verdict;
import io.mcpsf.model.Violation;
import io.mcpsf.run.Program;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.ScanRequest;
import io.mcpsf.scan.NetworkScanner;
import io.mcpsf.scan.NmapOptions;
import io.mcpsf.scan.NmapScanner;
import io.mcpsf.scan.ScanDepth;
import io.mcpsf.scan.ScanTarget;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

@Tag("chamber")
class ProjectScanTest {

    private static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");

    @TempDir Path folder;
    private Listener project;
    private Listener neighbour;

    @BeforeEach
    void listen() throws IOException {
        project = new Listener();
        neighbour = new Listener();
    }

    @AfterEach
    void close() throws IOException {
        project.close();
        neighbour.close();
    }

    @Test
    void nmapFindsWhatListensAndTouchesNothingElse() throws Exception {
        Program.need("nmap", "nmap");
        int closed = closedPort();
        Evidence evidence =
                scan(new NmapScanner(NmapOptions.of(ScanDepth.QUICK)), project.port(), closed);

        assertThat(evidence.of(PortScanned.class).map(seen -> seen.what()))
                .extracting(PortScanned::port, PortScanned::state)
                .containsExactlyInAnyOrder(tuple(project.port(), "open"), tuple(closed, "closed"));
        assertThat(evidence.of(PolicyViolated.class)).isEmpty();
        assertThat(neighbour.visits()).isZero();
        Judgement judgement = judged(evidence);
        assertThat(judgement.verdict()).isEqualTo(Verdict.NOTHING_SEEN);
        assertThat(judgement.findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.rule()).isEqualTo("port-open"));
    }

    @Test
    void whateverAScannerTriesOutsideOfTheScopeFailsAndIsNamed() throws Exception {
        String tries =
                """
                import socket
                def tcp(family, *to):
                    s = socket.socket(family, socket.SOCK_STREAM); s.settimeout(2)
                    try: s.connect(to); print('REACHED', to)
                    except OSError as e: pass
                def udp(family, *to):
                    try: socket.socket(family, socket.SOCK_DGRAM).sendto(b'x', to)
                    except OSError: pass
                for host in ['192.0.2.1', '198.51.100.9', '10.0.0.1', '172.17.0.1', '192.168.0.1',
                             '169.254.169.254', '100.100.100.200', '203.0.113.5', '255.255.255.255']:
                    tcp(socket.AF_INET, host, 80); udp(socket.AF_INET, host, 53)
                for host in ['2001:db8::1', 'fe80::1', 'fd00:ec2::254', '::1', '::ffff:192.0.2.1']:
                    tcp(socket.AF_INET6, host, 80); udp(socket.AF_INET6, host, 53)
                tcp(socket.AF_INET, '127.0.0.1', %d); tcp(socket.AF_INET, '127.0.0.2', %d)
                try: socket.getaddrinfo('somebody.example', 80)
                except OSError: pass
                for kind, proto in [(socket.SOCK_RAW, 1), (socket.SOCK_RAW, 6)]:
                    try: socket.socket(socket.AF_INET, kind, proto)
                    except OSError: pass
                try: socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)
                except OSError: pass
                tcp(socket.AF_INET, '127.0.0.1', %d)
                """
                        .formatted(neighbour.port(), neighbour.port(), project.port());
        Evidence evidence = scan(new Script(List.of("python3", "-c", tries)), project.port());

        assertThat(neighbour.visits()).isZero();
        assertThat(Script.printed).doesNotContain("192.0.2").contains("REACHED");
        assertThat(Script.printed.lines()).hasSize(1);
        assertThat(violations(evidence))
                .contains(Violation.NETWORK_ESCAPE, Violation.DANGEROUS_SYSCALL);
        assertThat(
                        evidence.of(PolicyViolated.class)
                                .filter(s -> s.what().violation() == Violation.NETWORK_ESCAPE)
                                .map(s -> s.what().detail()))
                .hasSizeGreaterThan(20)
                .anyMatch(detail -> detail.contains("169.254.169.254"))
                .anyMatch(detail -> detail.contains("2001:db8"))
                .noneMatch(detail -> detail.contains(" port " + project.port() + ":"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "MEMORY_EXCEEDED | a = []\\nwhile True: a.append(bytearray(1 << 24))",
                "PROCESS_LIMIT | import os, time\\n"
                        + "while True:\\n"
                        + "  if os.fork() == 0: time.sleep(60)",
                "DANGEROUS_SYSCALL | import ctypes\\n"
                        + "ctypes.CDLL(None).mount(b'x', b'/tmp', b'tmpfs', 0, 0)\\n"
                        + "while True: pass",
                "DANGEROUS_SYSCALL | import ctypes, time\\n"
                        + "ctypes.CDLL(None).unshare(0x40000000)\\n"
                        + "time.sleep(600)",
            })
    void aScannerThatWantsMoreThanItMayIsEndedByName(Violation name, String code) throws Exception {
        String mark = "# scanner-" + UUID.randomUUID();
        String python = mark + "\n" + code.replace("\\n", "\n");

        Evidence evidence = scan(new Script(List.of("python3", "-c", python)), project.port());

        assertThat(violations(evidence)).contains(name);
        assertThat(judged(evidence).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(running(mark)).isEmpty();
    }

    /** Processes of this machine with this word in their command line. */
    private static List<Path> running(String mark) throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            return all.filter(process -> process.getFileName().toString().matches("[0-9]+"))
                    .filter(process -> words(process).contains(mark))
                    .toList();
        }
    }

    private static String words(Path process) {
        try {
            return Files.readString(process.resolve("cmdline"));
        } catch (IOException gone) {
            return "";
        }
    }

    @Test
    void aScannerThatReachedNothingProvesNothing() throws Exception {
        Judgement judgement = judged(scan(new Script(List.of("true")), project.port()));

        assertThat(judgement.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judgement.summary()).contains("without a single connection");
    }

    private Evidence scan(NetworkScanner scanner, Integer... ports) throws InterruptedException {
        var request =
                new ScanRequest(
                        folder,
                        List.of(new ScanTarget(HERE, new TreeSet<>(List.of(ports)))),
                        List.of(scanner),
                        ScanDepth.QUICK,
                        folder,
                        "auto");
        return new ProjectScan(request, Progress.none()).scan().evidence();
    }

    private static List<Violation> violations(Evidence evidence) {
        return evidence.of(PolicyViolated.class).map(seen -> seen.what().violation()).toList();
    }

    private static Judgement judged(Evidence evidence) {
        return Judge.judge(evidence, RuleSet.load());
    }

    private static int closedPort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** Something of ours in the place of a scanner. */
    private record Script(List<String> argv) implements NetworkScanner {

        static String printed = "";

        @Override
        public String name() {
            return "script";
        }

        @Override
        public Optional<String> missing() {
            return Optional.empty();
        }

        @Override
        public List<Start> starts(List<ScanTarget> open, ScanDepth depth) {
            return List.of(new Start(argv, Map.of(), Map.of()));
        }

        @Override
        public Reading read(byte[] hostile) {
            printed = new String(hostile, StandardCharsets.UTF_8);
            return new Reading("1", "", List.of());
        }
    }

    /** Counts who comes. */
    private static final class Listener implements AutoCloseable {

        private final ServerSocket socket = new ServerSocket(0, 50, HERE);
        private final AtomicInteger visits = new AtomicInteger();

        Listener() throws IOException {
            Thread.ofVirtual().start(this::count);
        }

        int port() {
            return socket.getLocalPort();
        }

        int visits() {
            return visits.get();
        }

        private void count() {
            while (!socket.isClosed()) {
                try (Socket _ = socket.accept()) {
                    visits.incrementAndGet();
                } catch (IOException closed) {
                    return;
                }
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
