package io.mcpsf.run.scene;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.observe.ebpf.SensorProgram;
import io.mcpsf.sandbox.Capabilities;
import io.mcpsf.sandbox.ExecutorException;

import org.junit.jupiter.api.Test;

import java.util.List;

final class KernelSensorsTest {

    @Test
    void whereNeitherAListenerNorEbpfCanBeHadNothingIsStarted() {
        var engine =
                new Capabilities(
                        "docker with runc",
                        "20.10",
                        "Linux 6",
                        List.of(),
                        List.of(Capabilities.LISTENER + ": the kernel refuses it"));
        String why = engine.lacks(Capabilities.LISTENER).orElseThrow();

        assertThatThrownBy(
                        () ->
                                KernelSensors.program(
                                        engine, why, new SensorProgram.Trial.Refused("EPERM")))
                .isInstanceOf(ExecutorException.class)
                .hasMessageContaining("docker with runc")
                .hasMessageContaining("the kernel refuses it")
                .hasMessageContaining("EPERM");
    }
}
