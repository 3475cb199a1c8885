package io.mcpsf.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Isolation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Stamp;
import io.mcpsf.model.ToolCoverage;

import org.junit.jupiter.api.Test;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** How long a case took by the clock, although some of its phases ran at the same time. */
final class DurationTest {

    @Test
    void furtherStartsBesideTheOthersTakeNoTimeOfTheirOwn() {
        assertThat(
                        millis(
                                24_500,
                                Map.of(
                                        Phase.ACQUIRE, 100L,
                                        Phase.START, 1_300L,
                                        Phase.IDLE, 5_000L,
                                        Phase.RESTART, 15_800L,
                                        Phase.LATER, 19_200L)))
                .isEqualTo(24_600);
    }

    @Test
    void whatTookLongAfterTheLastObservationCounts() {
        assertThat(millis(300, Map.of(Phase.START, 400L, Phase.IDLE, 5_000L, Phase.LATER, 200L)))
                .isEqualTo(5_400);
        assertThat(millis(300, Map.of(Phase.IDLE, 500L, Phase.RESTART, 9_000L))).isEqualTo(9_000);
    }

    @Test
    void whatWasFetchedBeforeTheFirstStampCounts() {
        assertThat(millis(8_700, Map.of(Phase.ACQUIRE, 52_300L, Phase.START, 900L)))
                .isEqualTo(61_000);
    }

    private static long millis(long lastStamp, Map<Phase, Long> phases) {
        Report calculator = Cases.calculator();
        var results = new EnumMap<Phase, PhaseResult>(Phase.class);
        phases.forEach(
                (phase, millis) ->
                        results.put(phase, new PhaseResult(PhaseResult.Status.DONE, millis, "")));
        var last =
                new Seen(
                        new Stamp(1, lastStamp * 1_000, Phase.IDLE, 0, 0),
                        calculator.evidence().seen().getFirst().what());
        var coverage = new Coverage(results, Map.of(), new ToolCoverage(0, 0, 0), Isolation.none());
        return Report.of(
                        new Evidence(calculator.evidence().file(), List.of(last), coverage),
                        calculator.judgement(),
                        List.of())
                .durationMillis();
    }
}
