package io.mcpsf.run.isolate;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.run.request.Check;
import io.mcpsf.sandbox.vm.TrialBoot;

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
        Check here =
                Doctor.machines(List.of(), new TrialBoot.Answer(false, "a kernel did not boot"));
        assertThat(here.state()).isEqualTo(Check.State.GOOD);
        assertThat(here.follows())
                .contains("emulated", "not tier maximum", "a kernel did not boot");
        Check able = Doctor.machines(List.of(), new TrialBoot.Answer(true, "a kernel boots"));
        assertThat(able.follows()).contains("emulated", "a kernel boots, but is not used yet");
        Check without =
                Doctor.machines(
                        List.of("qemu-system-x86_64"), new TrialBoot.Answer(false, "not tried"));
        assertThat(without.state()).isEqualTo(Check.State.WEAK);
        assertThat(without.mend()).isEqualTo("mcpsf doctor --install vm");
    }
}
