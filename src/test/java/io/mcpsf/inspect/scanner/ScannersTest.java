package io.mcpsf.inspect.scanner;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.inspect.advisory.Match;
import io.mcpsf.inspect.advisory.Rating;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/** What scanners answer, as {@code bin/record} kept it, and how they fail. */
final class ScannersTest {

    private static final Path RECORDED = Path.of("src/test/resources/scanners");

    @TempDir Path folder;

    @Test
    void semgrepIsUnderstood() throws IOException {
        List<Scanner.Flag> flags =
                Semgrep.read(
                        Files.readString(RECORDED.resolve("semgrep.json")), Path.of("subject"));

        assertThat(flags)
                .containsExactly(
                        new Scanner.Flag(
                                "child-process-with-variable",
                                "ERROR",
                                "index.js",
                                3,
                                "A command is built from a variable."));
    }

    @Test
    void trivyIsUnderstood() throws IOException {
        assertHono(Trivy.read(Files.readString(RECORDED.resolve("trivy.json"))), "trivy");
    }

    @Test
    void osvScannerIsUnderstood() throws IOException {
        assertHono(
                OsvScanner.read(Files.readString(RECORDED.resolve("osv-scanner.json"))),
                "osv-scanner");
    }

    private static void assertHono(List<Match> matches, String source) {
        assertThat(matches)
                .singleElement()
                .satisfies(
                        match -> {
                            assertThat(match.purl()).isEqualTo("pkg:npm/hono@4.6.4");
                            assertThat(match.rating().level()).isEqualTo(Rating.Level.MEDIUM);
                            assertThat(match.rating().score()).isEqualTo(5.4);
                            assertThat(match.fixed()).isEqualTo("4.6.5");
                            assertThat(match.sources()).containsExactly(source);
                            assertThat(List.of(match.id(), match.aliases().getFirst()))
                                    .containsExactlyInAnyOrder(
                                            "GHSA-2234-fmw7-43wr", "CVE-2024-48913");
                        });
    }

    @Test
    void whatIsNotInstalledIsMissingAndNothingElse() throws Exception {
        assertThat(outcomes()).extracting(Scanner.Outcome::how).containsOnly("missing");
    }

    @Test
    void aScannerThatFailsIsASentence() throws Exception {
        script("trivy", "echo 'FATAL database error' >&2; exit 1");
        script("osv-scanner", "echo 'this is not JSON'");
        script("semgrep", "exit 2");

        assertThat(outcomes())
                .extracting(outcome -> outcome.scanner() + ": " + outcome.how())
                .satisfiesExactly(
                        osv -> assertThat(osv).startsWith("osv-scanner: its answer is no JSON"),
                        semgrep -> assertThat(semgrep).isEqualTo("semgrep: exit 2"),
                        trivy -> assertThat(trivy).isEqualTo("trivy: FATAL database error"));
    }

    @Test
    void nothingOfOurEnvironmentIsHandedOnThatTheyDoNotNeed() throws Exception {
        script("trivy", "echo \"Version: 1.2.3 $SECRET\" >&2; echo '{}'");

        assertThat(outcomes().getLast().version()).isEmpty();
        script(
                "trivy",
                "[ \"$1\" = --version ] && echo 'Version: 1.2.3'; [ -z \"$SECRET\" ] && [ \"$1\" ="
                        + " sbom ] && echo '{}'; exit 0");
        assertThat(outcomes().getLast())
                .isEqualTo(new Scanner.Outcome("trivy", "1.2.3", "done", List.of(), List.of()));
    }

    private List<Scanner.Outcome> outcomes() throws InterruptedException {
        Map<String, String> env =
                Map.of(
                        "PATH", folder.toString(),
                        "SECRET", "s3cret",
                        "MCPSF_SEMGREP_RULES", "rules.yaml");
        return Scanners.ask(
                Scanners.all(env, true), new Scanner.Subject(folder.resolve("sbom"), folder));
    }

    private void script(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + text + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
