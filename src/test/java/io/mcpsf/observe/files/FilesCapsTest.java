package io.mcpsf.observe.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FilesCapsTest {

    /** A load that the system does not tell is -1. */
    @ParameterizedTest
    @CsvSource({"-1, 15", "0.3, 15", "2, 15", "6, 45", "20, 90", "500, 90"})
    void aBusyMachineHasMoreTimeToLookButNotAnyTime(double load, long seconds) {
        var caps = FilesSensor.Caps.usual();

        assertThat(caps.inCrowd(load, 2).time()).hasSeconds(seconds);
        assertThat(caps.inCrowd(load, 2).entries()).isEqualTo(caps.entries());
    }
}
