package io.mcpsf.run.scene;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.observe.BaitMark;
import io.mcpsf.observe.Sensor;
import io.mcpsf.observe.ebpf.KernelSensor;
import io.mcpsf.observe.ebpf.SensorProgram;
import io.mcpsf.observe.ebpf.SharedWitness;
import io.mcpsf.observe.notify.NotifySensor;
import io.mcpsf.observe.seccheck.SeccheckSensor;
import io.mcpsf.run.request.SensorChoice;
import io.mcpsf.sandbox.Capabilities;
import io.mcpsf.sandbox.ExecutorException;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Which sensor sees the calls of a sandbox: gVisor's kernel tells by itself, the host's is asked by
 * a listener, and where it gives none or the user wants so, a program in it tells.
 */
final class KernelSensors {

    private KernelSensors() {}

    static Sensor of(
            Capabilities runtime,
            Map<String, BaitMark> marks,
            CanaryFinder canaries,
            AtomicInteger numbers,
            Path work) {
        if (runtime.runtime().endsWith("runsc")) {
            return new SeccheckSensor(marks, canaries, numbers, work);
        }
        return runtime.lacks(Capabilities.LISTENER)
                .map(
                        why ->
                                new KernelSensor(
                                        program(runtime, why, SensorProgram.shared()),
                                        "because there is no listener (%s)".formatted(why),
                                        marks,
                                        canaries,
                                        numbers))
                .map(Sensor.class::cast)
                .orElseGet(
                        () ->
                                new NotifySensor(
                                        marks,
                                        canaries,
                                        numbers,
                                        work,
                                        SharedWitness.get().witness()));
    }

    /** As the user has chosen it, without any bait to look for. */
    static Sensor of(SensorChoice choice, Capabilities runtime, AtomicInteger numbers, Path work) {
        return switch (choice) {
            case AUTO -> of(runtime, Map.of(), CanaryFinder.none(), numbers, work);
            case EBPF ->
                    new KernelSensor(
                            ChosenSensor.requireLoaded(SensorProgram.shared()),
                            ChosenSensor.REASON,
                            Map.of(),
                            CanaryFinder.none(),
                            numbers);
        };
    }

    /** With neither nothing would be seen of what the server does: then it is not started. */
    static SensorProgram program(Capabilities runtime, String why, SensorProgram.Trial trial) {
        return switch (trial) {
            case SensorProgram.Trial.Works(SensorProgram program) -> program;
            case SensorProgram.Trial.Refused(String refused) ->
                    throw new ExecutorException(
                            "%s: no %s (%s), and no eBPF sensor either: %s"
                                    .formatted(
                                            runtime.runtime(),
                                            Capabilities.LISTENER,
                                            why,
                                            refused));
        };
    }
}
