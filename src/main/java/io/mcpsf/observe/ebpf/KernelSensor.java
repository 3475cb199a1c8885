package io.mcpsf.observe.ebpf;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.model.Sink;
import io.mcpsf.observe.BaitMark;
import io.mcpsf.observe.Sensor;
import io.mcpsf.observe.Watch;
import io.mcpsf.sandbox.SandboxSpec;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Watches a sandbox by a program in the kernel, where no listener for its system calls can be had,
 * or where the user wants it so. It is told after the fact: nothing is held, no clock is set ahead,
 * and what failed is known by the sample's word alone. So its senses are never complete, and no
 * verdict rests on their silence.
 */
public final class KernelSensor implements Sensor {

    private final SensorProgram program;
    private final String reason;
    private final Map<String, BaitMark> bait;
    private final CanaryFinder canaries;
    private final AtomicInteger numbers;

    /**
     * @param reason why it is the sensor, as the end of a clause
     * @param bait the decoys, by their path inside the sandbox
     * @param canaries finds decoys' content in arguments
     * @param numbers the last number that was given to a process
     */
    public KernelSensor(
            SensorProgram program,
            String reason,
            Map<String, BaitMark> bait,
            CanaryFinder canaries,
            AtomicInteger numbers) {
        this.program = program;
        this.reason = reason;
        this.bait = Map.copyOf(bait);
        this.canaries = canaries;
        this.numbers = numbers;
    }

    @Override
    public Watch arm(SandboxSpec spec, Sink sink) {
        return new KernelWatch(
                program, reason, new KernelStory(sink, bait, canaries, numbers), spec);
    }
}
