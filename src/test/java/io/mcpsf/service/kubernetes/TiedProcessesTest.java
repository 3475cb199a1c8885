package io.mcpsf.service.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class TiedProcessesTest {

    @Test
    @Timeout(60)
    void whatIsNotEndedByHandEndsByItself() throws Exception {
        var tied = new TiedProcesses();
        Process sleeping = tied.start(new ProcessBuilder("sleep", "3600"));
        tied.start(new ProcessBuilder("true")).waitFor();
        assertThat(sleeping.isAlive()).isTrue();

        tied.close();

        assertThat(sleeping.waitFor()).isEqualTo(128 + 9);
    }
}
