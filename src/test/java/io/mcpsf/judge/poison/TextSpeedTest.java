package io.mcpsf.judge.poison;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Counts the processor's time, so that a busy machine does not fail it. */
final class TextSpeedTest {

    private static final int TEXTS = 10_000;
    private static final int WARM_UP = 2_000;

    /** Three seconds where it was written; the rest is for slower processors. */
    private static final Duration AT_MOST = Duration.ofSeconds(8);

    @Test
    void tenThousandTextsAreReadInSeconds() throws IOException {
        List<String> texts = texts();
        for (int i = 0; i < WARM_UP; i++) {
            Suspicion.of(texts.get(i % texts.size()));
        }
        var threads = ManagementFactory.getThreadMXBean();
        long begin = threads.getCurrentThreadCpuTime();
        int flagged = 0;
        for (int i = 0; i < TEXTS; i++) {
            flagged += Suspicion.of(texts.get(i % texts.size())).noteworthy() ? 1 : 0;
        }

        assertThat(Duration.ofNanos(threads.getCurrentThreadCpuTime() - begin)).isLessThan(AT_MOST);
        assertThat(flagged).isPositive();
    }

    /** Without a space a statement has no end, and all of its words stand close together. */
    @Test
    void wordsThatAreComparedWithEachOtherAreBounded() {
        String hostile = "do the not,say,user,know,send,`a`,ask,only,keep,from,".repeat(600);
        Suspicion.of(hostile);
        var threads = ManagementFactory.getThreadMXBean();
        long begin = threads.getCurrentThreadCpuTime();

        Suspicion.of(hostile);

        assertThat(Duration.ofNanos(threads.getCurrentThreadCpuTime() - begin))
                .isLessThan(Duration.ofSeconds(2));
    }

    private static List<String> texts() throws IOException {
        var texts = new ArrayList<String>();
        for (String label : List.of("honest", "poisoned")) {
            for (String part : List.of("a", "b", "c")) {
                Path file =
                        Path.of(
                                "src/test/resources/tool-texts/work-"
                                        + label
                                        + "-"
                                        + part
                                        + ".jsonl");
                for (String line : Files.readAllLines(file)) {
                    if (!line.isBlank()) {
                        JsonNode row = JsonMapper.shared().readTree(line);
                        texts.add(ModelText.inJson(row.toString()));
                    }
                }
            }
        }
        return texts;
    }
}
