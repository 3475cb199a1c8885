package io.mcpsf.inspect.scanner;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/** How scanners fail, and what they are kept from. */
final class ScannersTest {

    @TempDir Path folder;

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
                        osv -> assertThat(osv).startsWith("osv-scanner: its output is not JSON"),
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

    @Test
    void semgrepComplainsInJson() throws Exception {
        script(
                "semgrep",
                "echo '{\"results\":[],\"errors\":[{\"code\":2,\"message\":\"unable to find a"
                        + " config\"}]}'; echo 'options will change' >&2; exit 7");

        assertThat(outcomes().get(1).how()).isEqualTo("unable to find a config");
    }

    @Test
    void aScannerThatTakesAllMemoryIsStopped() throws Exception {
        script("trivy", "/bin/dd if=/dev/zero of=/dev/null bs=3G count=1");

        assertThat(outcomes().getLast().how()).contains("memory");
    }

    private List<Scanner.Outcome> outcomes() throws IOException, InterruptedException {
        Path bill = Files.writeString(folder.resolve("sbom"), "{}");
        Map<String, String> env =
                Map.of(
                        "PATH", folder.toString(),
                        "SECRET", "s3cret",
                        "MCPSF_SEMGREP_RULES", "rules.yaml");
        return Scanners.ask(Scanners.all(env, true), new Scanner.Subject(bill, folder));
    }

    private void script(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + text + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
