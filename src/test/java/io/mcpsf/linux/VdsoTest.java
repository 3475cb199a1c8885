package io.mcpsf.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/** A real event loop whose clocks are moved while it waits. */
@Tag("chamber")
@Timeout(180)
final class VdsoTest {

    private static final String PROGRAM =
            """
            setTimeout(() => console.log('due'), 2 * 60 * 1000);
            process.stdin.on('data', () => console.log(Date.now(), performance.now()));
            console.log('waits');
            """;

    private Process node;
    private BufferedReader said;

    @BeforeEach
    void start() throws IOException {
        node = new ProcessBuilder("node", "-e", PROGRAM).start();
        said = node.inputReader();
        assertThat(said.readLine()).isEqualTo("waits");
    }

    @AfterEach
    void end() throws InterruptedException {
        node.destroyForcibly().waitFor();
    }

    @Test
    void aTimerOfMinutesIsDueWhenTimeWasSkipped() throws IOException {
        int process = Math.toIntExact(node.pid());
        Vdso.ahead(process, Math.toIntExact(Duration.ofDays(366).toSeconds()));

        assertThat(Instant.ofEpochMilli(now()[0]))
                .isAfter(Instant.now().plus(Duration.ofDays(365)));

        Vdso.skip(process, Math.toIntExact(Duration.ofDays(26).toSeconds()));

        long[] then = now("due");
        assertThat(Instant.ofEpochMilli(then[0])).isAfter(Instant.now().plus(Duration.ofDays(391)));
        assertThat(then[1]).isGreaterThan(Duration.ofDays(25).toMillis());
    }

    @Test
    void timeIsSkippedOnlyWhereTheClockWasMoved() throws IOException {
        assertThatThrownBy(() -> Vdso.skip(Math.toIntExact(node.pid()), 60))
                .isInstanceOf(IOException.class)
                .hasMessage("its clock was never moved");
        assertThat(now()[1]).as("it goes on").isLessThan(Duration.ofDays(1).toMillis());
    }

    /** What it says of its clocks, and these words in any order with that. */
    private long[] now(String... words) throws IOException {
        node.outputWriter().append("x").append(System.lineSeparator()).flush();
        long[] clocks = {0, 0};
        for (int i = 0; i <= words.length; i++) {
            String line = said.readLine();
            if (line.contains(" ")) {
                String[] both = line.split(" ");
                clocks[0] = Long.parseLong(both[0]);
                clocks[1] = (long) Double.parseDouble(both[1]);
            } else {
                assertThat(words).contains(line);
            }
        }
        return clocks;
    }
}
