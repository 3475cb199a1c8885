package io.mcpsf.scan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeSet;

/** Nmap's words and its answer, without Nmap. */
final class NmapTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--script=vuln",
                "-script",
                "--scri",
                "--scr=default",
                "-sC",
                "-A",
                "-oX/tmp/x",
                "-oN",
                "--append-output",
                "-iL",
                "-iLtargets",
                "-iR",
                "--resume",
                "-D10.0.0.1",
                "-S",
                "-g53",
                "--source-port=53",
                "--data-string",
                "-f",
                "--mtu",
                "-sS",
                "-sU",
                "-O",
                "--traceroute",
                "--dns-servers",
                "-R",
                "-T4",
                "-T5",
                "--min-rate=9",
                "-6",
                "--proxies",
                "-b",
                "-sI",
                "-p1-65535",
                "-p-",
                "10.0-255.0.1",
                "example.invalid",
                "--privileged",
                "--interactive",
                "--datadir=/x",
                "--excludefile",
                "-e",
                "--"
            })
    void whateverIsNotOneOfOurWordsIsRefusedByName(String word) {
        NmapOptions.Read read = NmapOptions.read("-sV " + word, ScanDepth.QUICK);

        assertThat(read.refusals()).singleElement().asString().contains(word);
    }

    @Test
    void theWordsThatAreTakenAreWrittenAnewAndTargetsAreLiteral() {
        NmapOptions.Read read = NmapOptions.read(" -T1   -n -sV ", ScanDepth.QUICK);
        var targets =
                List.of(
                        target("127.0.0.1", 80, 81, 82, 443),
                        target("172.29.7.9", 80, 81, 82, 443),
                        target("::1", 9000));

        assertThat(read.refusals()).isEmpty();
        assertThat(NmapCommand.runs("nmap", targets, read.options()))
                .extracting(words -> String.join(" ", words))
                .containsExactly(
                        "nmap -n -Pn -sT --max-rate 200 --max-retries 1 --host-timeout 180s -T1 -sV"
                                + " --version-light -p 80-82,443 -oX - --no-stylesheet -- 127.0.0.1"
                                + " 172.29.7.9",
                        "nmap -n -Pn -sT --max-rate 200 --max-retries 1 --host-timeout 180s -T1 -6"
                                + " -sV --version-light -p 9000 -oX - --no-stylesheet --"
                                + " 0:0:0:0:0:0:0:1");
    }

    @Test
    void theAnswerIsReadAndOneThatWasCutOffIsIncomplete() {
        String whole =
                """
                <?xml version="1.0"?><!DOCTYPE nmaprun [<!ENTITY x SYSTEM "file:///etc/passwd">]>
                <nmaprun args="nmap -&#45; 127.0.0.1"><host><address addr="127.0.0.1" addrtype="ipv4"/>
                <ports><port protocol="tcp" portid="80"><state state="open" reason="syn-ack"/>
                <service name="http" product="nginx" version="1.25"/></port>
                <port protocol="tcp" portid="81"><state state="closed"/></port></ports></host>
                <runstats><finished elapsed="1" exit="success"/></runstats></nmaprun>
                """;

        NmapResult result = NmapXml.read(bytes(whole));
        NmapResult cut = NmapXml.read(bytes(whole.substring(0, whole.indexOf("<runstats"))));

        assertThat(result.complete()).isTrue();
        assertThat(result.ports()).extracting(NmapResult.Port::number).containsExactly(80, 81);
        assertThat(result.ports().getFirst().software())
                .isEqualTo(new NmapResult.Software("http", "nginx", "1.25"));
        assertThat(result.ports().getFirst().open()).isTrue();
        assertThat(cut.complete()).isFalse();
        assertThat(cut.ports()).hasSize(2);
    }

    @Test
    void anEntityIsNeverFollowed() {
        String hostile =
                "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/hostname\">]><nmaprun><host>&x;"
                        + "<address addrtype=\"ipv4\" addr=\"10.0.0.1\"/></host></nmaprun>";

        assertThat(NmapXml.read(bytes(hostile)).toString()).doesNotContain("hostname");
        assertThat(NmapXml.read(bytes(hostile)).complete()).isFalse();
    }

    static ScanTarget target(String address, Integer... ports) {
        return new ScanTarget(InetAddress.ofLiteral(address), new TreeSet<>(List.of(ports)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
