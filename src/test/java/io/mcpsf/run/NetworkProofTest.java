package io.mcpsf.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Evidence.Sighting;
import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.NetworkObservation.MailSent;
import io.mcpsf.model.NetworkObservation.PacketSent;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.NetworkObservation.StageServed;
import io.mcpsf.model.NetworkObservation.TlsFailed;
import io.mcpsf.model.ProcessObservation.CallRefused;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.os.Command;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Every way out that a sample can take, taken by a real one in a real sandbox: what it sent is
 * found, laid at the door of the right call and process, and shown in clear. Nothing of it leaves.
 */
@Tag("chamber")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class NetworkProofTest {

    private static final List<String> NAMES =
            List.of("courier-python", "pinner", "postmaster", "mailer", "downloader");

    private final Map<String, Sample> samples = new LinkedHashMap<>();
    private Set<String> crossed = Set.of("not watched");

    @BeforeAll
    void detonateAllUnderWatch(@TempDir Path folder) throws Exception {
        Path courier = Sample.courier(folder);
        Path reports = folder.resolve("reports");
        try (var watch = new HostWatch()) {
            for (String word : List.of("drop", "mail", "giftshop", "stage")) {
                watch.lookForWord(word + ".example");
                watch.lookForWord((char) word.length() + word + "\7invalid");
            }
            for (int last : List.of(44, 55, 66, 77, 88, 99)) {
                watch.lookForAddress("198.51.100." + last);
            }
            watch.lookForAddress("2001:db8::77");
            samples.put("courier", Sample.detonate(courier, Map.of(), reports));
            for (String name : NAMES) {
                samples.put(name, Sample.detonate(name, reports));
            }
            // The addresses that the fake internet made up are public ones: packets to them count.
            samples.values().stream()
                    .flatMap(sample -> sample.evidence().of(FlowOpened.class))
                    .forEach(flow -> watch.lookForAddress(flow.what().address()));
            Sample.detonate(courier, Map.of(), reports);
            crossed = watch.seen();
        }
    }

    private Sample sample(String name) {
        return Objects.requireNonNull(samples.get(name), name);
    }

    @ParameterizedTest
    @CsvSource({
        "courier, curl, ~/.netrc, http, curl.drop.example:443, plain, curl",
        "courier, curl_http2, ~/.git-credentials, http, h2.drop.example:80, plain, curl",
        "courier, fetch, ~/.npmrc, http, fetch.drop.example:443, plain, node",
        "courier, http2, ~/.config/gh/hosts.yml, http, node.drop.example:443, plain, node",
        "courier, websocket, ~/.pypirc, websocket, socket.drop.example:80, plain, node",
        "courier, dig, ~/.aws/credentials, dns, drop.example, hex, dig",
        "courier, getent, ~/.aws/credentials, dns, drop.example, hex, getent",
        "courier, tcp, ~/.ssh/id_ed25519, tcp, 198.51.100.44:4444, plain, node",
        "courier, udp, ~/.netrc, udp, 198.51.100.55:5555, plain, node",
        "courier, go, ~/.npmrc, http, go.drop.example:443, plain, client-go",
        "courier, java, ~/.npmrc, http, java.drop.example:443, plain, java",
        "courier-python, urllib, ~/.npmrc, http, urllib.drop.example:443, base64, python3",
        "courier-python, parts, ~/.config/gh/hosts.yml, http, parts.drop.example:443, plain,"
                + " python3",
        "courier-python, smtp, ~/.netrc, smtp, smtp.drop.example:25, plain, python3",
        "courier-python, smtp_tls, ~/.git-credentials, smtp, starttls.drop.example:587, plain,"
                + " python3",
        "courier-python, tcp, ~/.ssh/id_rsa, tcp, 198.51.100.66:6666, plain, python3",
        "courier-python, udp, ~/.netrc, udp, 198.51.100.77:7777, hex, python3",
        "courier-python, udp6, ~/.netrc, udp, 2001:db8:0:0:0:0:0:77:7777, plain, python3",
        "courier-python, ping, ~/.npmrc, icmp, 198.51.100.88:0, plain, ping",
        "courier-python, icmp, ~/.npmrc, icmp, 198.51.100.88:0, plain, python3",
    })
    void isFoundAndLaidAtTheRightDoor(
            String name,
            String way,
            String bait,
            String where,
            String destination,
            String encoding,
            String program) {
        Sample sample = sample(name);
        var expected = new BaitLeft(bait, "", where, destination, encoding);

        List<Sighting<BaitLeft>> left =
                sample.evidence()
                        .of(BaitLeft.class)
                        .filter(seen -> withoutKind(seen.what()).equals(expected))
                        .toList();
        List<Sighting<BaitLeft>> during =
                sample.during("track_" + way, BaitLeft.class)
                        .filter(seen -> withoutKind(seen.what()).equals(expected))
                        .toList();

        assertThat(during).as(() -> told(sample, way)).isNotEmpty();
        // Two ways may share a place, never a call.
        if (!List.of("dig", "getent", "ping", "icmp").contains(way)) {
            assertThat(left).containsExactlyElementsOf(during);
        }
        assertThat(during)
                .allSatisfy(
                        seen ->
                                assertThat(sample.program(seen.at().process()))
                                        .startsWith(program));
    }

    private static String told(Sample sample, String way) {
        return "in this call: "
                + sample.during("track_" + way, BaitLeft.class).toList()
                + ", at all: "
                + sample.evidence().of(BaitLeft.class).toList();
    }

    private static BaitLeft withoutKind(BaitLeft left) {
        return new BaitLeft(left.bait(), "", left.where(), left.destination(), left.encoding());
    }

    @ParameterizedTest
    @CsvSource({
        "courier, curl, HTTP/1.1, https://curl.drop.example/take, password",
        "courier, curl_http2, HTTP/2, http://h2.drop.example/take, glpat-",
        "courier, fetch, HTTP/1.1, https://fetch.drop.example/take, _authToken=npm_",
        "courier, http2, HTTP/2, https://node.drop.example/take, x-note: gho_",
        "courier, go, HTTP/1.1, https://go.drop.example/take, _authToken=npm_",
        "courier, java, HTTP/1.1, https://java.drop.example/take, _authToken=npm_",
        "courier-python, urllib, HTTP/1.1, https://urllib.drop.example/take, _authToken=npm_",
    })
    void isShownInClear(String name, String way, String protocol, String url, String content) {
        List<RequestSent> requests =
                sample(name).during("track_" + way, RequestSent.class).map(Sighting::what).toList();

        assertThat(requests)
                .anySatisfy(
                        request -> {
                            assertThat(request.url()).isEqualTo(url);
                            assertThat(request.protocol()).isEqualTo(protocol);
                            assertThat(request.tls()).isEqualTo(url.startsWith("https:"));
                            assertThat(request.headers() + clear(way, request.body()))
                                    .contains(content);
                        });
    }

    private static String clear(String way, String body) {
        return way.equals("urllib")
                ? new String(Base64.getDecoder().decode(body), StandardCharsets.UTF_8)
                : body;
    }

    @Test
    void whatIsNoRequestIsShownToo() {
        assertThat(sample("courier").during("track_tcp", PacketSent.class))
                .anySatisfy(s -> assertThat(s.what().excerpt()).contains("OPENSSH PRIVATE KEY"));
        assertThat(sample("courier").during("track_websocket", PacketSent.class))
                .anySatisfy(s -> assertThat(s.what().excerpt()).contains("pypi-"));
        assertThat(sample("courier-python").during("track_smtp_tls", MailSent.class))
                .anySatisfy(s -> assertThat(s.what().body()).contains("glpat-"));
        assertThat(sample("courier-python").during("track_icmp", PacketSent.class))
                .anySatisfy(s -> assertThat(s.what().excerpt()).contains("_authToken=npm_"));
    }

    @ParameterizedTest
    @CsvSource({"track_raw, inet type 3 protocol 254", "track_frames, packet type 3 protocol 0"})
    void aRawSocketIsRefusedAndTold(String tool, String detail) {
        assertThat(sample("courier-python").during(tool, CallRefused.class))
                .anySatisfy(
                        refused -> {
                            assertThat(refused.what().call()).isEqualTo("socket");
                            assertThat(refused.what().detail()).isEqualTo(detail);
                            assertThat(refused.at().process()).isPositive();
                        });
    }

    @Test
    void aPinnedCertificateIsToldAsSuch() {
        assertThat(sample("pinner").during("save_note", TlsFailed.class))
                .anySatisfy(
                        failed -> {
                            assertThat(failed.what().name()).isEqualTo("pinned.drop.example");
                            assertThat(failed.what().why()).startsWith("pinned");
                            assertThat(failed.at().process()).isPositive();
                        });
    }

    @Test
    void aSecondStageIsSeenToRun() {
        Sample sample = sample("downloader");
        List<String> tags =
                sample.during("to_miles", StageServed.class).map(s -> s.what().tag()).toList();

        assertThat(tags).isNotEmpty();
        assertThat(sample.during("to_miles", ProcessStarted.class))
                .anyMatch(started -> started.what().argv().stream().anyMatch(tags::contains));
    }

    @Test
    void aHiddenRecipientIsSeenAndItsTwinHasNone() {
        String stranger = "archive@giftshop.example";

        assertThat(sample("postmaster").during("send_mail", MailSent.class))
                .anyMatch(mail -> mail.what().to().contains(stranger));
        assertThat(sample("postmaster").during("send_mail_web", RequestSent.class))
                .anyMatch(request -> request.what().body().contains(stranger));
        assertThat(sample("mailer").during("send_mail", MailSent.class))
                .isNotEmpty()
                .allMatch(mail -> mail.what().to().size() == 1);
        assertThat(sample("mailer").during("send_mail_web", RequestSent.class))
                .isNotEmpty()
                .noneMatch(request -> request.what().body().contains("bcc"));
    }

    @Test
    void notOnePacketCrossesADeviceOfTheHost() {
        assertThat(crossed).isEmpty();
    }

    @Test
    void theNetworkWasWatchedInFull() {
        assertThat(samples)
                .allSatisfy(
                        (name, sample) ->
                                assertThat(
                                                sample.evidence()
                                                        .coverage()
                                                        .sense(Sense.NETWORK)
                                                        .health())
                                        .as(name)
                                        .isEqualTo(SenseHealth.full(1).health()));
    }

    @Test
    void tsharkReadsTheDecryptedRequestInTheCapture() throws Exception {
        Command.Result read =
                Command.of(
                                Program.need("tshark", "tshark").toString(),
                                "-r",
                                sample("courier")
                                        .outcome()
                                        .caseFolder()
                                        .resolve("traffic.pcapng")
                                        .toString(),
                                "-Y",
                                "tls && http.request.uri == \"/take\"",
                                "-T",
                                "fields",
                                "-e",
                                "http.host",
                                "-e",
                                "http.file_data")
                        .within(Duration.ofMinutes(2))
                        .run();

        assertThat(read.stdout())
                .as(read.stderr())
                .contains("curl.drop.example", "go.drop.example", "java.drop.example")
                .containsPattern("_authToken=npm_|5f61757468546f6b656e3d6e706d5f");
    }
}
