package io.mcpsf.service.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;

final class DispatcherHeapTest {

    /** {@link ScaleTest} measures with it. */
    @Test
    void anImageGivesADispatcherWhatACheckoutGives() throws IOException {
        assertThat(DispatcherHeap.in(Path.of("deploy/image/mcpsf")))
                .isEqualTo(DispatcherHeap.flag())
                .isEqualTo("-Xmx192m");
    }
}
