package io.mcpsf.service.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.EventLevel;
import io.mcpsf.model.EventType;
import io.mcpsf.service.job.EventLog;

import org.junit.jupiter.api.Test;

import java.util.EnumSet;

/** Who listens to a job hears what it asked for, and what is for everybody. */
final class WantedTest {

    private static final Wanted CRITICAL_FILES =
            new Wanted(EnumSet.of(EventType.FILESYSTEM), EventLevel.CRITICAL);

    @Test
    void anObservationOfTheTypeAndLevelIsHeard() {
        assertThat(CRITICAL_FILES.has(seen("FILESYSTEM", "CRITICAL"))).isTrue();
        assertThat(CRITICAL_FILES.has(seen("FILESYSTEM", "WARNING"))).isFalse();
        assertThat(CRITICAL_FILES.has(seen("NETWORK", "CRITICAL"))).isFalse();
    }

    @Test
    void whatIsNoObservationIsForEverybody() {
        assertThat(CRITICAL_FILES.has(new EventLog.Kept(1, "end", "{\"kind\":\"end\"}"))).isTrue();
    }

    @Test
    void textOfASampleIsNoLevel() {
        var line =
                "{\"kind\":\"seen\",\"seen\":{\"type\":\"NETWORK\",\"level\":\"INFO\","
                    + "\"text\":\"\\\"type\\\":\\\"FILESYSTEM\\\",\\\"level\\\":\\\"CRITICAL\\\"\"}}";

        assertThat(CRITICAL_FILES.has(new EventLog.Kept(1, "seen", line))).isFalse();
    }

    private static EventLog.Kept seen(String type, String level) {
        return new EventLog.Kept(
                1,
                "seen",
                "{\"kind\":\"seen\",\"seen\":{\"type\":\"%s\",\"level\":\"%s\"}}"
                        .formatted(type, level));
    }
}
