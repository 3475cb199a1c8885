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
import java.util.regex.Pattern;

/** Counts the processor's time, so that a busy machine does not fail it. */
final class TextSpeedTest {

    private static final int TEXTS = 2_000;
    private static final int WARM_UP = 1_000;

    /**
     * How many times a plain search for words in the same texts. It was 35 where it was written;
     * the rest is for other processors. Seconds would tell how fast the machine is.
     */
    private static final double AT_MOST = 90;

    private static final Pattern WORDS = Pattern.compile("\\b\\w{3,}\\b");

    @Test
    void aTextCostsAFixedMultipleOfASearchForWords() throws IOException {
        List<String> texts = texts();
        for (int i = 0; i < WARM_UP; i++) {
            String text = texts.get(i % texts.size());
            Suspicion.of(text);
            words(text);
        }
        var threads = ManagementFactory.getThreadMXBean();
        long reading = 0;
        long searching = 0;
        int flagged = 0;
        long words = 0;
        // In turns, so that a machine that slows down slows down both.
        for (int i = 0; i < TEXTS; i++) {
            String text = texts.get(i % texts.size());
            long begin = threads.getCurrentThreadCpuTime();
            flagged += Suspicion.of(text).noteworthy() ? 1 : 0;
            long between = threads.getCurrentThreadCpuTime();
            words += words(text);
            searching += threads.getCurrentThreadCpuTime() - between;
            reading += between - begin;
        }

        assertThat((double) reading / searching).isLessThan(AT_MOST);
        assertThat(flagged).isPositive();
        assertThat(words).isPositive();
    }

    private static long words(String text) {
        return WORDS.matcher(text).results().count();
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
