package io.mcpsf.run.scene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.observe.ebpf.SensorProgram;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.sandbox.Capabilities;

import org.junit.jupiter.api.Test;

import java.util.List;

/** A sensor that was asked for and can't be had is no reason to take another. */
final class ChosenSensorTest {

    @Test
    void aKernelOfItsOwnTellsEbpfNothing() {
        var gvisor =
                new Capabilities(
                        "runsc",
                        "1",
                        "6",
                        List.of(Capabilities.OWN_KERNEL + ": gVisor"),
                        List.of());
        var crun = new Capabilities("crun", "1", "6", List.of(), List.of());

        assertThatThrownBy(() -> ChosenSensor.requireOurKernel(gvisor))
                .isInstanceOfSatisfying(
                        UsageException.class,
                        e -> {
                            assertThat(e.getMessage())
                                    .isEqualTo("--sensor ebpf cannot be used with runsc");
                            assertThat(e.why()).contains("a kernel of its own");
                            assertThat(e.next()).contains("--runtime crun");
                        });
        assertThatCode(() -> ChosenSensor.requireOurKernel(crun)).doesNotThrowAnyException();
    }

    @Test
    void whatDoesNotLoadIsRefusedWithTheReasonOfTheTrial() {
        assertThatThrownBy(
                        () ->
                                ChosenSensor.requireLoaded(
                                        new SensorProgram.Trial.Refused("bpf: EPERM")))
                .isInstanceOfSatisfying(
                        UsageException.class,
                        e -> {
                            assertThat(e.getMessage())
                                    .isEqualTo("--sensor ebpf cannot be used here");
                            assertThat(e.why()).isEqualTo("bpf: EPERM");
                            assertThat(e.next()).contains("root");
                        });
    }
}
