package io.mcpsf.run.isolate;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.run.request.Check;

import org.junit.jupiter.api.Test;

/** doctor says who can open sessions, and what that means. */
final class SessionCheckTest {

    @Test
    void sessionsNeedRootAndDoctorSaysSo() {
        assertThat(Doctor.sessions("root").state()).isEqualTo(Check.State.GOOD);
        assertThat(Doctor.sessions("root").follows()).contains("as root");
        assertThat(Doctor.sessions("ada").state()).isEqualTo(Check.State.WEAK);
        assertThat(Doctor.sessions("ada").found()).contains("ada");
    }
}
