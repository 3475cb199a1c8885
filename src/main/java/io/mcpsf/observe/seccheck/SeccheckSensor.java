package io.mcpsf.observe.seccheck;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.model.Sink;
import io.mcpsf.observe.BaitMark;
import io.mcpsf.observe.Sensor;
import io.mcpsf.observe.Watch;
import io.mcpsf.sandbox.SandboxSpec;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Watches a sandbox that runs on gVisor: its kernel tells what is done, in the order in which it is
 * done, and waits for us rather than lose a word. What it has no words for is seen in the files
 * themselves.
 */
public final class SeccheckSensor implements Sensor {

    private final Bait bait;
    private final AtomicInteger numbers;
    private final Path work;

    /**
     * @param marks the decoys, by their path inside the sandbox
     * @param canaries finds decoys' content in what is handed on
     */
    record Bait(Map<String, BaitMark> marks, CanaryFinder canaries) {
        Bait {
            marks = Map.copyOf(marks);
        }
    }

    /**
     * @param numbers the last number that was given to a process; sensors of one case share it
     * @param work where gVisor reports to
     */
    public SeccheckSensor(
            Map<String, BaitMark> bait, CanaryFinder canaries, AtomicInteger numbers, Path work) {
        this.work = work;
        this.bait = new Bait(bait, canaries);
        this.numbers = numbers;
    }

    @Override
    public Watch arm(SandboxSpec spec, Sink sink) {
        return new SeccheckWatch(spec, sink, bait, numbers, work);
    }
}
