package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** {@code scan} up to the first packet: what is refused, and that every reason is in the list. */
final class ScanVerbTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "198.51.100.9 | out of scope",
                "198.51.100.9:443 | out of scope",
                "10.0-255.0.1 | ranges are not taken",
                "10.0.0.0/8 | ranges are not taken",
                "169.254.169.254:80 | out of scope",
                "'[2001:db8::1]:80' | out of scope",
                "'[::ffff:198.51.100.9]:80' | out of scope",
                "web.project.example | names are not resolved",
                "http://127.0.0.1@198.51.100.9/ | neither an address nor a service",
                "2130706433:80 | names are not resolved",
                "127.0.0.1:22 | out of scope",
            })
    void aTargetOutsideOfTheScopeIsRefused(String target, String reason) {
        assertThat(reasons("--target", target)).anyMatch(each -> each.contains(reason));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-iL=targets.txt | reads targets from a file",
                "-iLtargets.txt | reads targets from a file",
                "-iR10 | scans strangers",
                "--script=http-enum | runs code",
                "--scri=http-enum | runs code",
                "-script=http-enum | runs code",
                "-oX/etc/cron.d/x | writes or reads files",
                "-sS | needs raw sockets",
                "-O | needs raw sockets",
                "-D198.51.100.9 | forges packets",
                "-S198.51.100.9 | forges packets",
                "--prox=http://198.51.100.9 | scans through other machines",
                "-b198.51.100.9 | scans through other machines",
                "--dns-servers=198.51.100.9 | asks name servers outside",
                "-T5 | too much load",
                "-p1-65535 | ports come from the scope",
                "-6 | the scope says which addresses are IPv6",
                "-A | runs code",
                "198.51.100.9 | targets come from the scope",
            })
    void anOptionThatLeadsOutOfTheScopeIsRefused(String option, String reason) {
        assertThat(reasons("--nmap-args=" + option))
                .anyMatch(each -> each.startsWith("Nmap option") && each.contains(reason));
    }

    @Test
    void everyReasonIsInOneList() {
        assertThat(
                        reasons(
                                "--target=198.51.100.9",
                                "--nmap-args=-iR -sS",
                                "--tools=nmap,nessus",
                                "--window=25:00-26:00"))
                .anyMatch(reason -> reason.contains("out of scope: 198.51.100.9"))
                .anyMatch(reason -> reason.contains("-iR"))
                .anyMatch(reason -> reason.contains("-sS"))
                .anyMatch(reason -> reason.contains("unknown scanner: nessus"))
                .anyMatch(reason -> reason.contains("is not a time window"));
    }

    private List<String> reasons(String... words) {
        try {
            Files.writeString(
                    folder.resolve("compose.yaml"),
                    "services: {web: {image: x, ports: ['127.0.0.1:8080:80']}}\n");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        var all =
                new java.util.ArrayList<>(
                        List.of("scan", folder.toString(), "--dry-run", "--format=json"));
        all.addAll(List.of(words));
        var console =
                new Console(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        new Console.Ends(false, false, 100, true),
                        Map.of());
        int code = Main.cli(console).run(all.toArray(String[]::new));
        assertThat(code).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
        JsonNode answer = Json.read(out.toString(StandardCharsets.UTF_8));
        assertThat(answer.path("allowed").asBoolean(true)).isFalse();
        return answer.path("reasons").valueStream().map(JsonNode::asString).toList();
    }
}
