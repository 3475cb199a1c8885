package io.mcpsf.run.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.exec.ExecutionLog.Ending;
import io.mcpsf.exec.ExecutionLog.Status;
import io.mcpsf.model.Exit;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;

/** The codes that scripts rely on. */
final class EndingsTest {

    @Test
    void aProgramsOwnEndIsItsOwnWithItsLastWords() {
        assertThat(ending(new Exit.Code(3), false, "Traceback\nValueError: x\n\n"))
                .isEqualTo(
                        new Ending(Status.DONE, 3, List.of("exited with code 3", "ValueError: x")));
        assertThat(ending(new Exit.Signal(11), false, "").exitCode()).isEqualTo(139);
    }

    @Test
    void whoEndsInTheMomentOfBeingKilledWasKilled() {
        for (Exit exit : List.of(new Exit.Code(0), new Exit.Signal(9))) {
            assertThat(ending(exit, true, "").status()).isEqualTo(Status.KILLED);
            assertThat(ending(exit, true, "").exitCode()).isEqualTo(137);
        }
        assertThat(Endings.of(new Execution.End(Optional.empty(), true), "").exitCode())
                .isEqualTo(137);
    }

    @Test
    void timeHasACodeOfItsOwnEvenWhereItIsAViolation() {
        assertThat(ending(new Exit.TimedOut(), true, "").exitCode()).isEqualTo(124);
        assertThat(ending(new Exit.OutOfMemory(), true, "").status()).isEqualTo(Status.KILLED);
    }

    private static Ending ending(Exit exit, boolean killed, String errors) {
        return Endings.of(new Execution.End(Optional.of(exit), killed), errors);
    }
}
