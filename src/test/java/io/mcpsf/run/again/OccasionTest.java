package io.mcpsf.run.again;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.Optional;

final class OccasionTest {

    private static final Instant NOW = Instant.parse("2026-11-17T22:30:00Z");

    @Test
    void togetherWithTodayEveryDayOfTheWeekComes() {
        EnumSet<DayOfWeek> days = EnumSet.of(day(NOW, "UTC"));

        for (Occasion occasion : Occasion.later(NOW)) {
            String zone = occasion.guise().env().getOrDefault("TZ", "UTC");
            days.add(day(NOW.plus(occasion.guise().ahead()), zone));
        }

        assertThat(days).containsExactlyInAnyOrder(DayOfWeek.values());
    }

    @Test
    void noTwoShareAListingAClientOrAUser() {
        var later = Occasion.later(NOW);

        assertThat(later).extracting(Occasion::listing).doesNotHaveDuplicates();
        assertThat(later).extracting(Occasion::client).doesNotHaveDuplicates();
        assertThat(later).extracting(o -> o.guise().user()).doesNotHaveDuplicates();
        assertThat(later).extracting(Occasion::transcript).doesNotHaveDuplicates();
    }

    @Test
    void oneOfThemReturnsToTheHomeThatTheFirstStartLeft() {
        assertThat(Occasion.later(NOW)).filteredOn(Occasion::returning).hasSize(1);
    }

    @Test
    void onlyTheStartOnABuildMachineIsToday() {
        assertThat(Occasion.otherClient().guise().ahead()).isZero();
        assertThat(Occasion.otherClient().guise().env()).containsEntry("CI", "true");
        assertThat(Occasion.later(NOW)).allMatch(o -> o.guise().ahead().isPositive());
    }

    @Test
    void aClientWithAFolderOpenTellsIt() {
        Optional<Occasion> open =
                Occasion.later(NOW).stream()
                        .filter(o -> !o.identity("/home/a/work").roots().isEmpty())
                        .findFirst();

        assertThat(open.orElseThrow().identity("/home/a/work").roots())
                .containsExactly("file:///home/a/work");
    }

    private static DayOfWeek day(Instant when, String zone) {
        return when.atZone(ZoneId.of(zone)).getDayOfWeek();
    }
}
