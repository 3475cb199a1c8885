package io.mcpsf.service.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;

final class DispatcherMemoryTest {

    /** {@link ScaleTest} measures with it. */
    @Test
    void anImageGivesADispatcherWhatACheckoutGives() throws IOException {
        assertThat(DispatcherMemory.in(Path.of("deploy/image/mcpsf")))
                .isEqualTo(DispatcherMemory.flags())
                .containsExactly("-Xmx192m", "-XX:TieredStopAtLevel=1");
    }
}
