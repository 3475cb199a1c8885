package io.mcpsf.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SenseHealthTest {

    private static final SenseHealth WELL =
            new SenseHealth(Health.FULL, 5, 0, "two witnesses: notification and eBPF");

    @Test
    void aLossHasItsOwnReasonWhicheverIsTheFirst() {
        SenseHealth lost = SenseHealth.lossy(3, 7, "there was no room for more");
        SenseHealth both = SenseHealth.lossy(8, 7, "there was no room for more");

        assertThat(WELL.and(lost)).isEqualTo(both);
        assertThat(lost.and(WELL)).isEqualTo(both);
    }

    @Test
    void aLossWithoutAReasonBorrowsNoneFromWhatWentWell() {
        assertThat(SenseHealth.lossy(0, 1, "").and(WELL).why()).isEmpty();
    }

    @Test
    void ofTwoThatAreAlikeTheFirstReasonHolds() {
        assertThat(SenseHealth.full(1).and(WELL))
                .isEqualTo(new SenseHealth(Health.FULL, 6, 0, WELL.why()));
        assertThat(SenseHealth.blind("one").and(SenseHealth.blind("other")).why()).isEqualTo("one");
    }
}
