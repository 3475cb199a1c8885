package io.mcpsf.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.ScanObservation.WeaknessReported;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;

/** What a real Wapiti 3.2.3 printed about the shop of ComposeScanTest. */
class WapitiScannerTest {

    private static final Path RECORDED = Path.of("src/test/resources/scan/wapiti.jsonl");

    @TempDir Path home;

    @Test
    void whatItReportsBecomesWeaknesses() throws IOException {
        NetworkScanner.Reading reading = scanner().read(Files.readAllBytes(RECORDED));

        assertThat(reading.trouble()).isEmpty();
        assertThat(reading.version()).isEqualTo("3.2.3");
        assertThat(reading.seen())
                .filteredOn(seen -> ((WeaknessReported) seen).cwe() == 79)
                .singleElement()
                .isInstanceOfSatisfying(
                        WeaknessReported.class,
                        weakness -> {
                            assertThat(weakness.url()).endsWith("/search");
                            assertThat(weakness.parameter()).isEqualTo("q");
                            assertThat(weakness.severity()).isEqualTo("high");
                            assertThat(weakness.request()).startsWith("GET /search?q=");
                        });
    }

    @Test
    void aFailureOrAnAnswerThatWasCutOffProvesNothing() throws IOException {
        String whole = Files.readString(RECORDED);

        assertThat(read(whole.replace("DONE", "")).trouble()).contains("did not come to its end");
        assertThat(read(whole.substring(0, 300)).trouble()).isNotEmpty();
        assertThat(read("{\"site\":\"http://172.29.0.3:80/\",\"failed\":1}\nDONE\n").trouble())
                .isEqualTo("it failed at http://172.29.0.3:80/");
        assertThat(read("{\"report\":{\"vulnerabilities\":{\"x\":[7,null]}}}\nDONE").seen())
                .hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void onlyTheScopeAndAStandInAreOnItsCommandLine() throws IOException {
        Files.createDirectory(home.resolve("wapitiCore"));
        var target =
                new ScanTarget(InetAddress.ofLiteral("172.29.0.3"), new TreeSet<>(List.of(80, 81)));

        NetworkScanner.Start start = scanner().starts(List.of(target), ScanDepth.QUICK).getFirst();

        assertThat(scanner().missing()).isEmpty();
        assertThat(start.argv().subList(3, start.argv().size()))
                .containsExactly(
                        "QUICK",
                        "150",
                        "Authorization: Bearer standin",
                        "172.29.0.3:80",
                        "172.29.0.3:81");
    }

    private NetworkScanner.Reading read(String text) {
        return scanner().read(text.getBytes(StandardCharsets.UTF_8));
    }

    private WapitiScanner scanner() {
        return new WapitiScanner(home, new ScanLogin("Authorization", "Bearer standin"));
    }
}
