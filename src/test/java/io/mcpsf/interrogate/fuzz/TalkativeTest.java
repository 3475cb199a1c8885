package io.mcpsf.interrogate.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** An attack keeps what it needs of long answers, in a virtual machine with 96 MB of heap. */
@Tag("peers")
final class TalkativeTest {

    /** Its answers together are larger than the heap. */
    @Test
    void anAttackOnAServerWithLongAnswersFitsIntoASmallHeap() throws Exception {
        assertThat(attack(2_000, 600))
                .contains("600 calls, stopped: the budget was spent, cut: false, broke: []");
    }

    @Test
    @Tag("release")
    void soDoesALongOne() throws Exception {
        assertThat(attack(2_000, 20_000))
                .containsPattern("^[0-9]{4,} calls, stopped: , cut: false, broke: \\[]");
    }

    @Test
    void aServerThatSaysMoreThanWeReadIsNotToldToHaveEnded() throws Exception {
        assertThat(attack(40, 2_500))
                .contains("stopped: it sent more data than we read, cut: true")
                .contains("broke: []");
    }

    private static String attack(int megabytes, int calls)
            throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx96m",
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+ExitOnOutOfMemoryError",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Talkative.class.getName(),
                                Integer.toString(megabytes),
                                Integer.toString(calls))
                        .redirectErrorStream(true)
                        .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
