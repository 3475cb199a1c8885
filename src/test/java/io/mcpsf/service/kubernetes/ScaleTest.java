package io.mcpsf.service.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** A thousand jobs, more than a hundred at once, on a real API server and scheduler. */
@Tag("release")
final class ScaleTest {

    @TempDir Path folder;

    @Test
    @Timeout(6_000)
    void aThousandJobsOfElevenTeamsEndFairlyAndInLittleMemory() throws Exception {
        var load = new ScaleRun.Load(1_000, 11, 120, 100, 1_000);

        ScaleRun.Measured measured = ScaleRun.measure(load, folder);

        System.out.println(measured);
        assertThat(measured.done()).isEqualTo(1_000);
        assertThat(measured.endedTwice()).isZero();
        assertThat(measured.left()).isZero();
        assertThat(measured.mostAtOnce()).isGreaterThanOrEqualTo(100);
        assertThat(measured.peakKilobytes()).isLessThan(300_000);
        assertThat(measured.calls()).contains("putOff=0");
        double fair =
                measured.turns().values().stream().mapToInt(Integer::intValue).average().orElse(0);
        assertThat(measured.turns())
                .hasSize(11)
                .allSatisfy(
                        (team, turns) ->
                                assertThat((double) turns)
                                        .as(team)
                                        .isBetween(fair * 0.9, fair * 1.1));
    }
}
