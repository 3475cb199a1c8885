package io.mcpsf.sandbox.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class BoxTest {

    @Test
    void theNumberOfFilesIsBoundedWhateverTheDisk() {
        assertThat(Box.files(1 << 20)).isEqualTo(16_384);
        assertThat(Box.files(512L << 20)).isEqualTo(262_144);
        assertThat(Box.files(4L << 30)).isEqualTo(600_000);
    }
}
