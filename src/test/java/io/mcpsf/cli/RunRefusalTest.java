package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** What {@code run} does not start, and what it says to a script then. */
final class RunRefusalTest {

    private static final int REFUSED = 125;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir Path folder;

    @Test
    void aPolicyThatIsNotHeldIsRefusedWithACodeOfItsOwn() throws IOException {
        Path policy = Files.writeString(folder.resolve("p.yaml"), "version: 1\nprivacy: [email]\n");

        assertThat(run("run", "--policy", policy.toString(), "samples/calculator"))
                .isEqualTo(REFUSED);

        assertThat(said()).contains("does not enforce privacy", "next:");
    }

    @Test
    void aReceiverThatIsNoAddressStartsNothing() {
        assertThat(run("run", "--siem", "ftp://a.example:1", "samples/calculator"))
                .isEqualTo(ExitCode.FAILED);
        assertThat(said()).contains("--siem ftp://a.example:1 is not a valid address");

        assertThat(run("run", "--webhook", "a.example", "samples/calculator"))
                .isEqualTo(ExitCode.FAILED);
        assertThat(said()).contains("--webhook");
    }

    @Test
    void aPolicyAndACaseCannotBothSayWhatIsAllowed() {
        assertThat(run("run", "--policy", "maximum", "--case", "x", "samples/calculator"))
                .isEqualTo(ExitCode.FAILED);
        assertThat(said()).contains("cannot be used together");
    }

    @Test
    void aCommandThatIsNotUnderstoodStartsNothing() {
        assertThat(run("run", "--", "make", "serve")).isEqualTo(ExitCode.FAILED);
        assertThat(said()).contains("cannot tell which package make serve runs");
    }

    private int run(String... words) {
        err.reset();
        var console =
                new Console(
                        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        new Console.Ends(false, false, 100, true),
                        Map.of());
        return Main.cli(console).run(words);
    }

    private String said() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
