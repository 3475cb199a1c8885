package io.mcpsf.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.NetworkObservation.EgressRefused;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.NetworkObservation.TrafficFolded;
import io.mcpsf.model.SocketObservation.DnsAsked;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/** Six floods, one after the other: we stay up, stay small, and count honestly. */
@Tag("chamber")
@Tag("alone")
@EnabledIf("io.mcpsf.boundary.Needs#hping")
class FloodTest {

    private static final String IDLE =
            """
            import socket, resource
            resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))
            held = []
            for i in range(1200):
                s = socket.socket()
                s.settimeout(1)
                try:
                    s.connect(('198.51.100.7', 1000))
                    held.append(s)
                except OSError:
                    pass
            print(len(held))
            """;

    private static final String ASKING =
            """
            import socket, struct
            s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            for i in range(3000):
                n = b'q%d' % i
                q = struct.pack('>HHHHHH', i, 256, 1, 0, 0, 0)
                q += bytes([len(n)]) + n + b'\\x05flood\\x07example\\0\\0\\1\\0\\1'
                s.sendto(q, ('198.51.100.53', 53))
                if i % 100 == 99:
                    s.settimeout(0.2)
                    try:
                        while True: s.recv(512)
                    except OSError: pass
            """;

    @TempDir Path folder;

    @Test
    void sixFloods() throws Exception {
        var options =
                new BoundarySpec.Options(
                        EgressPolicy.sinkhole(),
                        Flow.Owners.unknown(),
                        name -> false,
                        false,
                        4L << 20);
        long before = used();
        try (var inside = new Inside(folder, options)) {
            flood(inside, "-S", "-p", "++1", "198.51.100.1");
            flood(inside, "-S", "-p", "80", "--rand-source", "198.51.100.2");
            flood(inside, "--udp", "-p", "53", "-d", "60", "198.51.100.3");
            flood(inside, "--udp", "-p", "4444", "-d", "1200", "198.51.100.4");
            flood(inside, "--icmp", "-d", "1000", "198.51.100.5");
            inside.run("python3", "-c", IDLE);
            inside.run("python3", "-c", ASKING);

            // Still up: a request and a question get through.
            inside.run("curl", "-sS", "-m", "20", "--retry", "3", "http://after.example/ok");
            inside.await(RequestSent.class, r -> r.url().equals("http://after.example/ok"));
            inside.boundary.flush();
            assertThat(used() - before).isLessThan(250L << 20);

            int listed = inside.all(DnsAsked.class).size();
            assertThat(listed).isBetween(100, 5_000);
            TrafficFolded more =
                    inside.await(
                            TrafficFolded.class,
                            t ->
                                    t.traffic().equals("DnsAsked")
                                            && t.destination().equals("flood.example"));
            assertThat(more.more()).isGreaterThan(1000);
            inside.await(EgressRefused.class, r -> r.why().contains("too many connections"));
            close(inside);
        }
    }

    private void close(Inside inside) throws Exception {
        inside.close();
        inside.await(
                EgressRefused.class,
                r -> r.protocol().equals("syn") && r.why().endsWith("were dropped"));
        assertThat(Files.size(folder.resolve("traffic.pcapng"))).isLessThan(6L << 20);
        assertThat(inside.seen.size()).isLessThan(40_000);
    }

    private static void flood(Inside inside, String... how) throws InterruptedException {
        String[] argv = new String[how.length + 5];
        String[] first = {"timeout", "2", "hping3", "--flood", "-q"};
        System.arraycopy(first, 0, argv, 0, 5);
        System.arraycopy(how, 0, argv, 5, how.length);
        inside.run(argv);
    }

    private static long used() {
        Runtime runtime = Runtime.getRuntime();
        System.gc();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
