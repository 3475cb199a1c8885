package io.mcpsf.inspect.advisory;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.inspect.deps.Ecosystem;
import io.mcpsf.web.WebRoute;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/**
 * Fifty thousand records are opened at once and a large tree is answered before anybody notices.
 * The bounds are the promised ones; a quiet machine needs a tenth of them.
 */
@Tag("peers")
final class IndexSpeedTest {

    private static final int RECORDS = 50_000;
    private static final int PACKAGES = 1_000;
    private static final long MEGABYTE = 1 << 20;

    @TempDir Path folder;

    @Test
    void aLargeIndexIsOpenedAndAskedWithinItsBudget() throws Exception {
        Path source = folder.resolve("many.jsonl");
        try (BufferedWriter out = Files.newBufferedWriter(source)) {
            for (int i = 0; i < RECORDS; i++) {
                // Every tenth package that is asked for has ten, as the much-used ones do.
                int number = i % 10 == 0 ? i : i % 5_000 * 100;
                out.write(
                        """
                        {"id":"GHSA-%1$d","modified":"2026-01-01T00:00:00Z","aliases":["CVE-%1$d"],"summary":"%2$s",\
                        "affected":[{"package":{"ecosystem":"npm","name":"package-%3$d"},"ranges":[{"type":"SEMVER",\
                        "events":[{"introduced":"0"},{"fixed":"2.%1$d.0"}]}]}]}
                        """
                                .formatted(i, "What is wrong with it. ".repeat(5), number));
            }
        }
        var database = new AdvisoryDatabase(folder.resolve("advisories.idx"));
        database.add(source.toString(), Instant.parse("2026-11-15T20:00:00Z"), WebRoute.direct());
        // Once before, for the classes to be there.
        database.open().about(Ecosystem.NPM, "package-0");
        long before = used();

        long begin = cpu();
        AdvisoryIndex index = database.open();
        Duration opened = Duration.ofNanos(cpu() - begin);
        begin = cpu();
        int hits = 0;
        for (int i = 0; i < PACKAGES; i++) {
            for (Advisory advisory : index.about(Ecosystem.NPM, "package-" + i * 10)) {
                hits += advisory.affected().hit(Ecosystem.NPM, "1.2.3").isPresent() ? 1 : 0;
            }
        }
        Duration answered = Duration.ofNanos(cpu() - begin);

        assertThat(hits).isGreaterThan(PACKAGES);
        assertThat(opened).isLessThan(Duration.ofSeconds(5));
        assertThat(answered).isLessThan(Duration.ofSeconds(1));
        assertThat(used() - before + Files.size(folder.resolve("advisories.idx")))
                .isLessThan(100 * MEGABYTE);
    }

    /** Of this thread: on a busy machine the clock on the wall measures the others. */
    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static long used() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
