package io.mcpsf.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import java.util.List;

final class TimesTest {

    @Test
    void theMedianIsTheMiddleOrTheMeanOfTheTwoInTheMiddle() {
        assertThat(new Times("odd", List.of(9L, 1L, 5L)).median()).isEqualTo(5);
        assertThat(new Times("even", List.of(9L, 1L, 5L, 6L)).median()).isEqualTo(5.5);
        assertThat(new Times("one", List.of(7L)).median()).isEqualTo(7);
    }

    @Test
    void nineOfTenDoNotExceedTheNinth() {
        assertThat(new Times("ten", List.of(10L, 9L, 8L, 7L, 6L, 5L, 4L, 3L, 2L, 1L)).ninth())
                .isEqualTo(9);
        assertThat(new Times("one", List.of(7L)).ninth()).isEqualTo(7);
    }

    @Test
    void ratiosAreOfMediansAndOfMinima() {
        Times slow = new Times("slow", List.of(30L, 40L, 80L));
        Times quick = new Times("quick", List.of(10L, 20L, 30L));

        assertThat(slow.over(quick)).isCloseTo(2.0, within(1e-9));
        assertThat(slow.leastOver(quick)).isCloseTo(3.0, within(1e-9));
    }

    @Test
    void nothingMeasuredIsNoResult() {
        assertThatThrownBy(() -> new Times("empty", List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
