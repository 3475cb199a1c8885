package io.mcpsf.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

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

/** What a real Schemathesis 4.32.5 found in an API that breaks and forgets to ask for the login. */
class SchemathesisScannerTest {

    private static final Path RECORDED = Path.of("src/test/resources/scan/schemathesis.jsonl");
    private static final String SITE = "http://127.0.0.1:18123";

    @TempDir Path home;

    @Test
    void whatItReportsBecomesWeaknesses() throws IOException {
        NetworkScanner.Reading reading = scanner().read(Files.readAllBytes(RECORDED));

        assertThat(reading.trouble()).isEmpty();
        assertThat(reading.version()).isEqualTo("4.32.5");
        assertThat(reading.seen().stream().map(WeaknessReported.class::cast))
                .extracting(
                        WeaknessReported::cwe, WeaknessReported::severity, WeaknessReported::url)
                .containsExactly(
                        tuple(755, "low", SITE + "/v1/items"),
                        tuple(306, "high", SITE + "/v1/secret"));
        assertThat(reading.seen().stream().map(WeaknessReported.class::cast))
                .allMatch(weakness -> weakness.request().startsWith("GET " + SITE))
                .allMatch(weakness -> weakness.response().startsWith("HTTP/1.1 "))
                .noneMatch(weakness -> weakness.excerpt().isEmpty());
    }

    @Test
    void aFailureOrAnAnswerThatWasCutOffProvesNothing() throws IOException {
        String whole = Files.readString(RECORDED);

        assertThat(read(whole.replace("DONE", "")).trouble()).contains("did not come to its end");
        assertThat(read(whole.substring(0, 300)).trouble()).isNotEmpty();
        assertThat(read("{\"failed\":2,\"site\":\"http://172.29.0.3\"}\nDONE\n").trouble())
                .isEqualTo("it failed at http://172.29.0.3");
        assertThat(read("{}\n{\"check\":7,\"request\":{}}\nDONE").seen())
                .hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void aServerThatDoesNotKnowAMethodIsNotBroken() {
        assertThat(read("{\"check\":\"not_a_server_error\",\"status\":501}\nDONE").seen())
                .isEmpty();
    }

    @Test
    void filesGoToTheServicesOfTheScopeAndServedDescriptionsToWhoServesThem() throws IOException {
        Files.createDirectory(home.resolve("schemathesis"));
        Path file = home.resolve("openapi.yaml");
        String text = "{openapi: 3.0.0, servers: [{url: /v1}], paths: {/items: {get: {}}}}";
        var scanner =
                new SchemathesisScanner(
                        home,
                        OpenApiDocument.file(file, text).stream().toList(),
                        new ScanLogin("Authorization", "Bearer standin"));
        var open =
                new ScanTarget(InetAddress.ofLiteral("172.29.0.3"), new TreeSet<>(List.of(80, 81)));

        NetworkScanner.Start start =
                scanner.knowing(
                                List.of(
                                        new ServedDescription(SITE, "/openapi.json", text),
                                        new ServedDescription(SITE, "/swagger.json", "a page")))
                        .starts(List.of(open), ScanDepth.STANDARD)
                        .getFirst();

        assertThat(start.argv().subList(3, start.argv().size()))
                .containsExactly(
                        "25",
                        "GET,POST",
                        "Authorization: Bearer standin",
                        SITE,
                        SITE + "/openapi.json",
                        "/v1",
                        "",
                        "172.29.0.3:80,172.29.0.3:81",
                        "/opt/descriptions/1-openapi.yaml",
                        "/v1",
                        "/v1/items");
        assertThat(start.shown()).containsEntry(file, "/opt/descriptions/1-openapi.yaml");
        assertThat(scanner.missing()).isEmpty();
        assertThat(scanner().starts(List.of(open), ScanDepth.DEEP)).isEmpty();
    }

    private NetworkScanner.Reading read(String text) {
        return scanner().read(text.getBytes(StandardCharsets.UTF_8));
    }

    private SchemathesisScanner scanner() {
        return new SchemathesisScanner(home, List.of(), ScanLogin.NONE);
    }
}
