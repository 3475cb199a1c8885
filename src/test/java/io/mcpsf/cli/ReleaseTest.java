package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A release from a clean clone: the same bytes twice, and usable without a JDK. */
@Tag("chamber")
@Tag("release")
final class ReleaseTest {

    @TempDir Path temp;

    @Test
    void aReleaseIsReproducibleAndAssessesASample() throws Exception {
        Path clone = temp.resolve("clone");
        run(Path.of("."), "git", "clone", "-q", "--no-hardlinks", ".", clone.toString());
        run(clone, "bin/release", temp.resolve("one").toString());
        run(clone, "bin/release", temp.resolve("two").toString());

        assertThat(Files.readString(temp.resolve("one/SHA256SUMS")))
                .contains(".tar.gz", ".deb", ".cdx.json", "provenance.json", "install.sh")
                .isEqualTo(Files.readString(temp.resolve("two/SHA256SUMS")));

        Path archive = only(temp.resolve("one"), ".tar.gz");
        Path prefix = temp.resolve("prefix");
        run(temp, "bash", "one/install.sh", archive.toString(), prefix.toString());
        String said =
                run(
                        temp,
                        "env",
                        "-i",
                        "HOME=" + temp,
                        "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
                        prefix + "/bin/mcpsf",
                        "assess",
                        Path.of("samples/calculator").toAbsolutePath().toString(),
                        "--profile",
                        "safe");

        assertThat(said).contains("NOTHING SEEN").doesNotContain("no code parser");
    }

    @Test
    void anArchiveThatWasChangedIsNotInstalled() throws Exception {
        Path archive = Files.writeString(temp.resolve("mcpsf.tar.gz"), "x");
        Files.writeString(temp.resolve("SHA256SUMS"), "0".repeat(64) + "  mcpsf.tar.gz\n");

        Process process =
                new ProcessBuilder(
                                "bash",
                                "deploy/release/install.sh",
                                archive.toString(),
                                temp.resolve("prefix").toString())
                        .redirectErrorStream(true)
                        .start();

        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("is not what was released");
        assertThat(process.waitFor()).isEqualTo(2);
        assertThat(temp.resolve("prefix")).doesNotExist();
    }

    private static Path only(Path folder, String end) throws IOException {
        try (var files = Files.list(folder)) {
            List<Path> found = files.filter(file -> file.toString().endsWith(end)).toList();
            assertThat(found).hasSize(1);
            return found.getFirst();
        }
    }

    private static String run(Path folder, String... command) throws Exception {
        Process process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(20, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as("%s: %s", String.join(" ", command), said).isZero();
        return said;
    }
}
