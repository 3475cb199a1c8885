package io.mcpsf.observe.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.ProcessObservation.CallNoted;
import io.mcpsf.model.Sense;

import org.junit.jupiter.api.Test;

import java.util.List;

final class WithdrawnTest {

    private final Withdrawn withdrawn = new Withdrawn();

    @Test
    void aCallThatIsMadeAgainAfterASignalIsToldOnce() {
        assertThat(withdrawn.untold(7, call("chmod"))).hasSize(1);
        withdrawn.answered(7, false);

        assertThat(withdrawn.untold(7, call("chmod"))).isEmpty();
        withdrawn.answered(7, false);
        assertThat(withdrawn.untold(7, call("chmod"))).isEmpty();
    }

    @Test
    void aCallThatHasChangedMeanwhileIsTold() {
        assertThat(withdrawn.untold(7, call("chmod"))).hasSize(1);
        withdrawn.answered(7, false);

        assertThat(withdrawn.untold(7, call("mount"))).hasSize(1);
    }

    @Test
    void theSameCallTwiceIsToldTwice() {
        assertThat(withdrawn.untold(7, call("chmod"))).hasSize(1);
        withdrawn.answered(7, true);
        assertThat(withdrawn.untold(7, call("chmod"))).hasSize(1);
    }

    @Test
    void aCallWithdrawnBeforeItWasToldHidesNothing() {
        assertThat(withdrawn.untold(7, call("chmod"))).hasSize(1);
        withdrawn.answered(7, true);
        withdrawn.answered(7, false);

        assertThat(withdrawn.untold(7, call("chmod"))).hasSize(1);
    }

    @Test
    void anotherThreadDoingTheSameIsTold() {
        assertThat(withdrawn.untold(7, call("chmod"))).hasSize(1);
        withdrawn.answered(7, false);

        assertThat(withdrawn.untold(8, call("chmod"))).hasSize(1);
    }

    private static List<Trap.Sighting> call(String name) {
        return List.of(new Trap.Sighting(Sense.SYSCALLS, new CallNoted(name, "x")));
    }
}
