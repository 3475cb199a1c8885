package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.run.request.UsageException;

import org.junit.jupiter.api.Test;

final class HostTest {

    @Test
    void onOtherSystemsTheSameCommandRunsInDocker() {
        assertThat(Host.runtime("Mac OS X", "auto")).isEqualTo("docker");
        assertThat(Host.runtime("Windows 11", "auto")).isEqualTo("docker");
        assertThat(Host.runtime("Mac OS X", "docker-runc")).isEqualTo("docker-runc");
        assertThat(Host.runtime("Linux", "auto")).isEqualTo("auto");
        assertThat(Host.runtime("Linux", "crun")).isEqualTo("crun");
    }

    @Test
    void whatOnlyWorksOnLinuxSaysSo() {
        assertThatThrownBy(() -> Host.needLinux("Mac OS X"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("Linux host");
        assertThatCode(() -> Host.needLinux("Linux")).doesNotThrowAnyException();
    }

    @Test
    void aRuntimeOfLinuxIsRefusedElsewhereWithTheWaysOut() {
        assertThatThrownBy(() -> Host.runtime("Mac OS X", "crun"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("needs a Linux host; this is Mac OS X")
                .extracting(e -> ((UsageException) e).next())
                .asString()
                .contains("Docker", "MCPSF_API_URL");
    }
}
