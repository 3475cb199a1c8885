package io.mcpsf.interrogate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;

final class DeadlineTest {

    private final Deadline deadline = new Deadline(Duration.ofHours(3));

    /** Second tries on a loaded machine once left no time to ask for the lists again. */
    @Test
    void whateverIsStretchedLeavesAThirdForTheRest() {
        assertThat(deadline.mostOf(Duration.ofHours(50)))
                .isLessThanOrEqualTo(Duration.ofHours(2))
                .isGreaterThan(Duration.ofHours(1));
    }

    @Test
    void whatIsShortTakesItsTime() {
        assertThat(deadline.mostOf(Duration.ofMinutes(30))).isEqualTo(Duration.ofMinutes(30));
    }
}
