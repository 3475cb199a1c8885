package io.mcpsf.run.isolate;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.run.request.Check;

import org.junit.jupiter.api.Test;

import java.util.List;

/** doctor says who can open sessions, and what virtual machines are worth here. */
final class SessionCheckTest {

    @Test
    void sessionsNeedRootAndDoctorSaysSo() {
        assertThat(Doctor.sessions("root").state()).isEqualTo(Check.State.GOOD);
        assertThat(Doctor.sessions("root").follows()).contains("as root");
        assertThat(Doctor.sessions("ada").state()).isEqualTo(Check.State.WEAK);
        assertThat(Doctor.sessions("ada").found()).contains("ada");
    }

    @Test
    void aDeviceIsNoProofOfHardwareVirtualizationAndDoctorSaysSo() {
        Check here = Doctor.machines(List.of(), true);
        assertThat(here.state()).isEqualTo(Check.State.GOOD);
        assertThat(here.follows()).contains("emulated", "not tier maximum", "/dev/kvm");
        Check without = Doctor.machines(List.of("qemu-system-x86_64"), false);
        assertThat(without.state()).isEqualTo(Check.State.WEAK);
        assertThat(without.mend()).isEqualTo("mcpsf doctor --install vm");
    }
}
