package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** What happened in an old case, by type and level. */
final class EventsVerbTest {

    private static final String THIEF = "src/test/resources/report/thief.jsonl";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void theDecoysOfAThiefAreItsCriticalEvents() {
        assertThat(run("events", THIEF, "--only", "critical")).isZero();

        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .isNotEmpty()
                .allMatch(line -> line.contains("CRITICAL"))
                .anyMatch(line -> line.contains("FILESYSTEM"));
    }

    @Test
    void oneTypeIsShownAsJson() {
        assertThat(run("events", THIEF, "--only", "network", "--json")).isZero();

        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .isNotEmpty()
                .allMatch(line -> line.contains("\"eventType\":\"NETWORK\""));
    }

    @Test
    void aWordThatIsNoTypeAndNoLevelIsRefused() {
        assertThat(run("events", THIEF, "--only", "loud")).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("--only loud");
    }

    private int run(String... words) {
        var console =
                new Console(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        new Console.Ends(false, false, 100, true),
                        Map.of());
        return Main.cli(console).run(words);
    }
}
