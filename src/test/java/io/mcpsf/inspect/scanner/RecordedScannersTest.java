package io.mcpsf.inspect.scanner;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.inspect.advisory.Match;
import io.mcpsf.inspect.advisory.Matches;
import io.mcpsf.inspect.deps.Dependencies;
import io.mcpsf.inspect.sbom.Bill;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The adapters with what the real programs answered: {@code bin/record} kept it. Each is played
 * back by a script that gives the answer only to the very words that the real one was called with.
 */
final class RecordedScannersTest {

    private static final Path RECORDED =
            Path.of("src/test/resources/scanners").toAbsolutePath().normalize();

    @TempDir Path folder;
    private Path tools;

    @BeforeEach
    void playedBack() throws IOException {
        tools = Files.createDirectory(folder.resolve("tools"));
        for (String name : List.of("osv-scanner", "semgrep", "trivy")) {
            String words =
                    Files.readString(RECORDED.resolve(name + ".command"))
                            .replace("/case", RECORDED.toString())
                            .replace("\n", " ")
                            .strip();
            String script =
                    """
                    #!/bin/sh
                    if [ "$1" = --version ]; then exec cat %1$s.version; fi
                    if [ "$*" != "%2$s" ]; then echo "called with $*" >&2; exit 99; fi
                    sed 's#/case#%3$s#g; s#"case\\.#"%4$s.#g' %1$s.json
                    exit "$(cat %1$s.exit)"
                    """
                            .formatted(
                                    RECORDED.resolve(name),
                                    words,
                                    RECORDED,
                                    RECORDED.toString().substring(1).replace('/', '.'));
            Path file = Files.writeString(tools.resolve(name), script);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    @Test
    void theBillThatTheyReadIsOurs() throws IOException {
        var bill =
                new Bill(
                        new Bill.Head("scanned", "1.0.0", Instant.EPOCH, "0"),
                        Dependencies.read(RECORDED.resolve("project"), ""),
                        List.of());

        assertThat(bill.cycloneDx()).isEqualTo(Files.readString(RECORDED.resolve("sbom.cdx.json")));
    }

    @Test
    void eachIsUnderstoodWithItsVersion() throws InterruptedException {
        assertThat(outcomes())
                .extracting(o -> o.scanner() + " " + o.version() + ": " + o.how())
                .containsExactly(
                        "osv-scanner 2.6.0: done", "semgrep 1.182.0: done", "trivy 0.65.0: done");
    }

    @Test
    void osvScannerKnowsTheMaliciousOneToo() throws InterruptedException {
        assertThat(told(outcomes().get(0).matches()))
                .containsExactlyInAnyOrder(
                        "pkg:npm/%40modelcontextprotocol/inspector@0.14.0 GHSA-7f8r-222p-6f5g"
                                + " [CVE-2025-49596] CRITICAL NONE 0.14.1 [osv-scanner]",
                        "pkg:npm/hono@4.6.4 GHSA-2234-fmw7-43wr [CVE-2024-48913] MEDIUM NONE 4.6.5"
                                + " [osv-scanner]",
                        "pkg:npm/postmark-mcp@1.0.16 MAL-2025-47604 [] UNKNOWN THIS_VERSION "
                                + " [osv-scanner]",
                        "pkg:pypi/jinja2@3.1.5 GHSA-cpwx-vrp4-4pq7 [CVE-2025-27516,"
                                + " PYSEC-2026-1471] MEDIUM NONE 3.1.6 [osv-scanner]");
    }

    @Test
    void trivyCallsThemByOtherNames() throws InterruptedException {
        assertThat(told(outcomes().get(2).matches()))
                .containsExactlyInAnyOrder(
                        "pkg:npm/%40modelcontextprotocol/inspector@0.14.0 CVE-2025-49596"
                                + " [] CRITICAL NONE 0.14.1 [trivy]",
                        "pkg:npm/hono@4.6.4 CVE-2024-48913 [] MEDIUM NONE 4.6.5" + " [trivy]",
                        "pkg:pypi/jinja2@3.1.5 CVE-2025-27516 [] MEDIUM NONE" + " 3.1.6 [trivy]");
    }

    @Test
    void whatSeveralSayIsSaidOnce() throws InterruptedException {
        List<Match> all = new ArrayList<>();
        outcomes().forEach(outcome -> all.addAll(outcome.matches()));

        assertThat(told(Matches.merged(all)))
                .hasSize(4)
                .filteredOn(one -> !one.contains("postmark"))
                .allMatch(one -> one.endsWith("[osv-scanner, trivy]"));
    }

    @Test
    void semgrepFlagsThePlace() throws InterruptedException {
        assertThat(outcomes().get(1).flags())
                .containsExactly(
                        new Scanner.Flag(
                                "child-process-with-variable",
                                "ERROR",
                                "index.js",
                                3,
                                "A command is built from a variable."));
    }

    private static List<String> told(List<Match> matches) {
        return matches.stream()
                .map(
                        m ->
                                "%s %s %s %s %s %s %s"
                                        .formatted(
                                                m.purl(),
                                                m.id(),
                                                m.aliases(),
                                                m.rating().level(),
                                                m.malice(),
                                                m.fixed(),
                                                m.sources()))
                .toList();
    }

    private List<Scanner.Outcome> outcomes() throws InterruptedException {
        Map<String, String> env =
                Map.of(
                        "PATH",
                        tools + ":/usr/bin:/bin",
                        "MCPSF_SEMGREP_RULES",
                        RECORDED.resolve("rules.yaml").toString());
        return Scanners.ask(
                Scanners.all(env, true),
                new Scanner.Subject(
                        RECORDED.resolve("sbom.cdx.json"), RECORDED.resolve("subject")));
    }
}
