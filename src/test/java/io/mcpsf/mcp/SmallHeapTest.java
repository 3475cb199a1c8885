package io.mcpsf.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Memory stays bounded: the same conversations in a virtual machine with 96 MB of heap. */
@Tag("peers")
final class SmallHeapTest {

    @Test
    void theLoudestPeersFitIntoASmallHeap() throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command =
                new ArrayList<>(
                        List.of(
                                java,
                                "-Xmx96m",
                                "-XX:+ExitOnOutOfMemoryError",
                                "-cp",
                                System.getProperty("java.class.path"),
                                SmallHeap.class.getName()));
        command.addAll(SmallHeap.MODES);

        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said)
                .contains("long-line Ok", "large-result Ok", "many-values Ok", "request-flood Ok")
                .contains("stops-reading TimedOut")
                .containsPattern("notification-flood (TimedOut|Closed)")
                .containsPattern("endless-line (TimedOut|Closed)");
    }
}
