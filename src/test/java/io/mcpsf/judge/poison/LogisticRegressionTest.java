package io.mcpsf.judge.poison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.mcpsf.judge.poison.LogisticRegression.Row;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;

final class LogisticRegressionTest {

    private static final List<Row> ROWS =
            List.of(row(true, 0, 2), row(true, 0), row(false, 1, 2), row(false, 1), row(false, 2));

    @Test
    void whatOnlyOneSideHasTellsThemApart() {
        double[] weights = new LogisticRegression(ROWS, 0.1).learned(new double[4]);

        assertThat(weights[0]).isGreaterThan(1);
        assertThat(weights[1]).isLessThan(-1);
        assertThat(Math.abs(weights[2])).isLessThan(weights[0]);
        for (Row row : ROWS) {
            double score = LogisticRegression.score(weights, row.features(), row.values());
            assertThat(score > 0).isEqualTo(row.wanted());
        }
    }

    @Test
    void aStrongerPriorMakesSmallerWeights() {
        double[] free = new LogisticRegression(ROWS, 0.1).learned(new double[4]);
        double[] held = new LogisticRegression(ROWS, 10).learned(new double[4]);

        assertThat(held[0]).isBetween(0.0, free[0] / 2);
    }

    /** The slope is nothing there: no step in any direction makes the loss smaller. */
    @Test
    void whatIsLearnedIsTheBest() {
        double[] once = new LogisticRegression(ROWS, 1).learned(new double[4]);
        double[] again = new LogisticRegression(ROWS, 1).learned(new double[] {3, -2, 1, 5});

        assertThat(once).containsExactly(again, offset(0.02));
    }

    private static Row row(boolean wanted, int... features) {
        double[] values = new double[features.length];
        Arrays.fill(values, 1);
        return new Row(features, values, wanted, 1);
    }
}
