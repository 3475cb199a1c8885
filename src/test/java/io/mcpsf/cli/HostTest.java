package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.run.request.UsageException;

import org.junit.jupiter.api.Test;

final class HostTest {

    @Test
    void otherSystemsGetAClearWord() {
        assertThatThrownBy(() -> Host.needLinux("Mac OS X"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("Linux host");
        assertThatCode(() -> Host.needLinux("Linux")).doesNotThrowAnyException();
    }
}
