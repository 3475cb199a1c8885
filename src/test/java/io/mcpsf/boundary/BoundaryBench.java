package io.mcpsf.boundary;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.boundary.capture.CaptureFile;
import io.mcpsf.os.Command;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The numbers of {@code bench/boundary}; rounds of both sides alternate, medians are told. */
final class BoundaryBench {

    private static final int OPENINGS = 40;
    private static final int ROUNDS = 7;
    private static final Pattern RATE = Pattern.compile("Requests/sec:\\s+([0-9.]+)");

    private final PrintStream out;
    private final Backbone backbone = new Backbone(Clock.systemUTC());

    private BoundaryBench(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] args) throws Exception {
        var bench = new BoundaryBench(System.out);
        bench.life();
        bench.connections();
    }

    private void life() throws Exception {
        List<Double> up = new ArrayList<>();
        List<Double> down = new ArrayList<>();
        for (int i = 0; i < OPENINGS; i++) {
            Path folder = Files.createTempDirectory("bench");
            long start = System.nanoTime();
            Boundary boundary = open(folder);
            long open = System.nanoTime();
            boundary.close();
            long closed = System.nanoTime();
            up.add((open - start) / 1e6);
            down.add((closed - open) / 1e6);
            delete(folder);
            // The kernel takes namespaces apart in its own time, holding locks that we need.
            Thread.sleep(Duration.ofMillis(300));
        }
        out.printf("set-up ms:   median %.1f best %.1f%n", median(up), Collections.min(up));
        out.printf("teardown ms: median %.1f best %.1f%n", median(down), Collections.min(down));
    }

    private void connections() throws Exception {
        Path folder = Files.createTempDirectory("bench");
        List<Double> direct = new ArrayList<>();
        List<Double> through = new ArrayList<>();
        try (Boundary boundary = open(folder);
                ServerSocketChannel listener = ServerSocketChannel.open()) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
            int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
            var same = new TcpService(listener, services(folder), Clock.systemUTC(), false);
            unlimited(boundary, folder);
            // Closed connections hold their port for a minute; a bench needs more than there are.
            inside(boundary, "sysctl", "-q", "-w", "net.ipv4.tcp_tw_reuse=1");
            inside(boundary, "sysctl", "-q", "-w", "net.ipv4.ip_local_port_range=1024 65000");
            for (int i = 0; i < ROUNDS; i++) {
                direct.add(rate(Command.of(wrk("http://127.0.0.1:" + port + "/"))));
                List<String> argv = new ArrayList<>(enter(boundary));
                argv.addAll(wrk("http://203.0.113.5:" + (8000 + i) + "/"));
                through.add(rate(Command.of(argv)));
            }
            same.close();
        }
        delete(folder);
        out.printf(
                "new HTTP connections/s: direct %.0f, boundary %.0f, ratio %.2f%n",
                median(direct), median(through), median(through) / median(direct));
    }

    /** The bound on new connections is a guard, not a cost: without it for this comparison. */
    private static void unlimited(Boundary boundary, Path folder)
            throws IOException, InterruptedException {
        Path rules =
                Files.writeString(
                        folder.resolve("unlimited.nft"),
                        "flush chain inet boundary pre\n"
                                + new Backbone(Clock.systemUTC())
                                        .nextLan()
                                        .firewall(LinkBounds.usual())
                                        .replaceAll("(?m)^ *counter .*$", "")
                                        .replaceAll("(?m)^ *tcp flags.*$", ""));
        String far = boundary.namespace().toString().replaceAll("-s$", "-n");
        Command.Result said =
                Command.of("nsenter", "--net=" + far, "nft", "-f", rules.toString()).run();
        if (!said.good()) {
            throw new IllegalStateException(said.complaint());
        }
    }

    private Services services(Path folder) throws IOException {
        var witness =
                new Witness((process, what) -> {}, Flow.Owners.unknown(), CanaryFinder.none());
        return Boundary.services(
                spec(folder),
                backbone,
                witness,
                new AtomicReference<>(EgressPolicy.sinkhole()),
                new CaptureFile(folder.resolve("direct.pcapng"), 1 << 20),
                backbone.nextLan());
    }

    private static BoundarySpec spec(Path folder) {
        return new BoundarySpec(
                folder,
                new BoundarySpec.Secrets(CanaryFinder.none(), Map.of()),
                BoundarySpec.Options.plain());
    }

    private Boundary open(Path folder) throws InterruptedException {
        return Boundary.open(spec(folder), backbone, (process, what) -> {});
    }

    private static List<String> enter(Boundary boundary) {
        return List.of("nsenter", "--net=" + boundary.namespace());
    }

    private static void inside(Boundary boundary, String... argv) throws InterruptedException {
        List<String> all = new ArrayList<>(enter(boundary));
        all.addAll(List.of(argv));
        Command.of(all).run();
    }

    private static List<String> wrk(String url) {
        return List.of("wrk", "-t1", "-c16", "-d2s", "-H", "Connection: close", url);
    }

    private static double rate(Command command) throws InterruptedException {
        Matcher rate = RATE.matcher(command.within(Duration.ofSeconds(30)).run().stdout());
        return rate.find() ? Double.parseDouble(rate.group(1)) : 0;
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
