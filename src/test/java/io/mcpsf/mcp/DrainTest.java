package io.mcpsf.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What nobody waits for is emptied, counted and told line by line. */
final class DrainTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

    @Test
    void everyLineIsToldAndEmptyOnesAreNot() throws InterruptedException {
        drained("one\ntwo\r\n\n\rthree\nnot ended");

        assertThat(lines).containsExactly("one", "two", "three");
    }

    @Test
    void aLineIsToldWholeThoughItCameInPieces() throws InterruptedException {
        String before = "x".repeat(1_000) + "\n";

        drained(before.repeat(20) + "last\n");

        assertThat(lines).hasSize(21).endsWith("last");
        assertThat(lines.subList(0, 20)).allMatch(line -> line.length() == 1_000);
    }

    @Test
    void aLineThatIsTooLongIsCutAndTheNextOneIsWhole() throws InterruptedException {
        drained("y".repeat(100_000) + "\nnext\n");

        assertThat(lines).containsExactly("y".repeat(Drain.LINE), "next");
    }

    @Test
    void allIsCountedAndTheBeginningKept() throws InterruptedException {
        Drain drain = drained("begin" + "z".repeat(200_000));

        assertThat(drain.bytes()).isEqualTo(200_005);
        assertThat(drain.beginning())
                .hasSize(Drain.KEPT)
                .startsWith("begin".getBytes(StandardCharsets.UTF_8));
        assertThat(lines).isEmpty();
    }

    private Drain drained(String said) throws InterruptedException {
        var bytes = said.getBytes(StandardCharsets.UTF_8);
        Drain drain = Drain.of(new ByteArrayInputStream(bytes), lines::add);
        assertThat(drain.await(SOON)).isTrue();
        return drain;
    }
}
