package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What somebody is told who keeps a sandbox, and what ends it. */
final class HeldSandboxTest {

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void itStaysUntilALineIsTypedAndLeavesTheNextAnswerAlone() throws Exception {
        var typed = new ByteArrayInputStream("\nn\n".getBytes(StandardCharsets.UTF_8));

        held(typed).until(List.of("its files: ls /proc/7/root/"));

        assertThat(said()).contains("still running", "  its files: ls /proc/7/root/\n", "Enter");
        assertThat(typed.read()).isEqualTo('n');
    }

    @Test
    void aServerThatEndedIsNotSaidToRun() throws Exception {
        held(new ByteArrayInputStream(new byte[0])).until(List.of());

        assertThat(said()).contains("ended by itself").doesNotContain("still running");
    }

    private HeldSandbox held(ByteArrayInputStream typed) {
        return new HeldSandbox(new PrintStream(err, true, StandardCharsets.UTF_8), typed);
    }

    private String said() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
