package io.mcpsf.run.question;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.mcp.http.Dialer;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.NetworkObservation.ProxyUsed;
import io.mcpsf.model.Seen;
import io.mcpsf.run.record.Recorder;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

@Timeout(120)
final class ProxyCheckTest {

    private static final InetSocketAddress PORT =
            new InetSocketAddress(InetAddress.ofLiteral("0.0.0.0"), 41_937);

    private final List<Seen> seen = new CopyOnWriteArrayList<>();
    private final Recorder recorder =
            new Recorder(
                    OutputStream.nullOutputStream(),
                    new CaseFile(
                            "case",
                            new CaseFile.Subject("folder", "x", "", "", "x"),
                            Instant.EPOCH,
                            "1",
                            new CaseFile.Settings("safe", 1, List.of(), 0.5)),
                    System::nanoTime,
                    seen::add);

    @AfterEach
    void endsTheEvidence() {
        recorder.close();
    }

    /** What listens on the port. */
    private interface Listener {
        void serve(InputStream in, OutputStream out) throws IOException;
    }

    @Test
    void aSocksProxyIsFoundByTheConnectionThatItMakes() throws InterruptedException {
        check(
                (in, out) -> {
                    if (in.read() != 5) {
                        return;
                    }
                    in.skipNBytes(in.read());
                    out.write(new byte[] {5, 0});
                    out.flush();
                    in.skipNBytes(4);
                    String host = new String(in.readNBytes(in.read()), StandardCharsets.US_ASCII);
                    in.skipNBytes(2);
                    connected(host);
                    out.write(new byte[] {5, 0, 0, 1, 0, 0, 0, 0, 0, 0});
                });

        assertThat(found()).extracting(ProxyUsed::protocol).containsExactly("socks5");
        assertThat(found().getFirst().port()).isEqualTo(41_937);
    }

    @Test
    void aWebProxyIsFoundByEitherWayToAskIt() throws InterruptedException {
        check(
                (in, out) -> {
                    String line = line(in);
                    if (!line.startsWith("CONNECT ") && !line.startsWith("GET http://")) {
                        return;
                    }
                    connected(line.split(" ")[1].replaceAll("^http://|[:/].*$", ""));
                    out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                });

        assertThat(found()).extracting(ProxyUsed::protocol).contains("http");
    }

    @Test
    void aServerThatSaysYesToEverythingIsNoProxy() throws InterruptedException {
        check(
                (in, out) -> {
                    int first = in.read();
                    out.write(
                            first == 5
                                    ? new byte[] {5, 0, 5, 0, 0, 1, 0, 0, 0, 0, 0, 0}
                                    : "HTTP/1.1 200 OK\r\n\r\n"
                                            .getBytes(StandardCharsets.US_ASCII));
                });

        assertThat(found()).isEmpty();
    }

    @Test
    void aConnectionThatNobodyGrantedIsTheServersOwn() throws InterruptedException {
        check(
                (in, out) -> {
                    connected("cdn-1.site.example");
                    out.write("HTTP/1.1 405 No\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                });

        assertThat(found()).isEmpty();
    }

    @Test
    void whoNeverAnswersHoldsNobodyUp() throws InterruptedException {
        long begin = System.nanoTime();

        check((in, _) -> in.readAllBytes());

        assertThat(found()).isEmpty();
        assertThat(System.nanoTime() - begin).isLessThan(20_000_000_000L);
    }

    @Test
    void ourOwnServicesInTheSandboxAreNotAsked() throws InterruptedException {
        var asked = new CopyOnWriteArrayList<Integer>();
        List<InetSocketAddress> listeners =
                Stream.concat(
                                Stream.of(5432, 3306, 6379, 27_017, 9222, 11_434)
                                        .map(ProxyCheckTest::loopback),
                                Stream.of(loopback(40_001), loopback(40_002), loopback(40_003)))
                        .toList();

        new ProxyCheck(recorder, new SplittableRandom(7))
                .run(
                        listeners,
                        (host, port, tls, patience) -> {
                            asked.add(port);
                            throw new IOException("nobody answers");
                        });

        assertThat(asked).containsOnly(40_001, 40_002, 40_003);
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
    }

    private void check(Listener listener) throws InterruptedException {
        new ProxyCheck(recorder, new SplittableRandom(7)).run(List.of(PORT), to(listener));
    }

    private void connected(String host) {
        recorder.saw(new FlowOpened("tcp", "203.0.113.7", 80, host, 40_000));
    }

    private List<ProxyUsed> found() {
        return seen.stream()
                .map(Seen::what)
                .filter(ProxyUsed.class::isInstance)
                .map(ProxyUsed.class::cast)
                .toList();
    }

    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int c = in.read(); c > '\r'; c = in.read()) {
            line.append((char) c);
        }
        return line.toString();
    }

    /** Pipes instead of a network. */
    private static Dialer to(Listener listener) {
        return (_, _, _, _) -> {
            var hears = new PipedInputStream();
            var says = new PipedOutputStream(hears);
            var in = new PipedInputStream();
            var out = new PipedOutputStream(in);
            Thread.ofVirtual()
                    .start(
                            () -> {
                                try (hears;
                                        out) {
                                    listener.serve(hears, out);
                                } catch (IOException e) {
                                    return; // We hung up.
                                }
                            });
            return new Dialer.Connection() {
                @Override
                public InputStream in() {
                    return in;
                }

                @Override
                public OutputStream out() {
                    return says;
                }

                @Override
                public void close() throws IOException {
                    says.close();
                    in.close();
                }
            };
        };
    }
}
