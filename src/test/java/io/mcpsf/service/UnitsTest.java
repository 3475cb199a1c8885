package io.mcpsf.service;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The units for systemd, as systemd itself reads them. */
@Timeout(120)
final class UnitsTest {

    private static final Path UNITS = Path.of("deploy/systemd");

    @TempDir Path folder;

    /** How a program ended and what it said. */
    private record Ended(int code, String said) {}

    @BeforeAll
    static void installed() throws Exception {
        if (!Files.isExecutable(Path.of("/usr/bin/systemd-analyze"))) {
            new ProcessBuilder("apt-get", "install", "-y", "-q", "systemd")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mcpsf.service", "mcpsf-api.service", "mcpsf-worker.service"})
    void systemdUnderstandsEveryLine(String unit) throws Exception {
        Ended ended = run("verify", here(unit));

        assertThat(ended.said()).isEmpty();
        assertThat(ended.code()).isZero();
    }

    @Test
    void aLineThatItDoesNotUnderstandWouldBeNoticed() throws Exception {
        Path bad = folder.resolve("bad.service");
        Files.writeString(
                bad,
                Files.readString(UNITS.resolve("mcpsf.service"))
                        .replace("KillMode=mixed", "KilMode=mixed"));

        assertThat(run("verify", bad).said()).contains("KilMode");
    }

    @Test
    void theApiAloneHasNoPowers() throws Exception {
        Ended ended =
                run(
                        "security",
                        "--offline=true",
                        "--threshold=15",
                        UNITS.resolve("mcpsf-api.service"));

        assertThat(ended.code()).as(ended.said()).isZero();
    }

    /** The unit with the program where it is here, so that its being there is looked at too. */
    private Path here(String unit) throws IOException {
        String text = Files.readString(UNITS.resolve(unit));
        String program = Path.of("mcpsf").toAbsolutePath().toString();
        assertThat(text).contains("/opt/mcpsf/mcpsf");
        return Files.writeString(folder.resolve(unit), text.replace("/opt/mcpsf/mcpsf", program));
    }

    private Ended run(Object... words) throws IOException, InterruptedException {
        Path said = folder.resolve("said");
        var command = new ArrayList<>(List.of("/usr/bin/systemd-analyze"));
        for (Object word : words) {
            command.add(word.toString());
        }
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile())
                        .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), Files.readString(said));
    }
}
