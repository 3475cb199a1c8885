package io.mcpsf.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Release.Standing;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.LocalDate;

final class ReleaseTest {

    @ParameterizedTest
    @CsvSource({
        "2025-06-15T21:23:23.592019Z, 2025-06-16",
        "2026-09-23T08:50:52.621000+00:00, 2026-09-24",
        "2025-12-31T23:30:00-02:00, 2026-01-02",
    })
    void onTheNextDayEverythingWasThere(String publishedAt, LocalDate day) {
        assertThat(new Standing(publishedAt, "", "").day()).contains(day);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yesterday", "2025-06-15", "' --index-url http://x.invalid"})
    void aDateThatIsNoneIsNoDay(String hostile) {
        assertThat(new Standing(hostile, "", "").day()).isEmpty();
    }
}
