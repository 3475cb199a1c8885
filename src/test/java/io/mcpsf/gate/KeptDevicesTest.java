package io.mcpsf.gate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

final class KeptDevicesTest {

    @TempDir Path folder;

    @Test
    void theDevicesOfThisMachineAreWhatTheyShouldBe() {
        assertThat(KeptDevices.changed(Path.of("/dev"), Map.of("null", 0x103))).isEmpty();
    }

    @Test
    void aFileInThePlaceOfADeviceIsFound() throws IOException {
        Files.writeString(folder.resolve("null"), "");

        assertThat(KeptDevices.changed(folder, Map.of("null", 0x103))).hasSize(1);
    }

    @Test
    void onlyTheOneThatEveryMachineHasIsMissed() {
        assertThat(KeptDevices.changed(folder, Map.of("null", 0x103, "full", 0x107)))
                .containsExactly(folder.resolve("null") + " is gone");
    }

    @Test
    void aLinkToADeviceIsFound() throws IOException {
        Files.createSymbolicLink(folder.resolve("null"), Path.of("/dev/null"));

        assertThat(KeptDevices.changed(folder, Map.of("null", 0x103))).hasSize(1);
    }

    @Test
    void anotherDeviceIsFound() {
        assertThat(KeptDevices.changed(Path.of("/dev"), Map.of("null", 0x105)))
                .singleElement()
                .asString()
                .contains("/dev/null has mode 20666 and number 103, not 20666 and 105");
    }
}
