package io.mcpsf.observe.notify;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.model.Sink;
import io.mcpsf.observe.BaitMark;
import io.mcpsf.observe.SecondWitness;
import io.mcpsf.observe.Sensor;
import io.mcpsf.observe.Watch;
import io.mcpsf.sandbox.SandboxSpec;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Watches the system calls of a sandbox by seccomp user notification: every call that tells a story
 * waits until we have seen it, so none is lost, however fast they come.
 *
 * <p>What the kernel then does may differ from what we read, because another thread of the sample
 * can change memory in between. This is a witness, not a guard; the walls are elsewhere.
 */
public final class NotifySensor implements Sensor {

    private final Map<String, BaitMark> bait;
    private final CanaryFinder canaries;
    private final AtomicInteger numbers;
    private final Path work;
    private final SecondWitness second;
    private final AtomicBoolean used = new AtomicBoolean();

    /**
     * @param bait the decoys, by their path inside the sandbox
     * @param canaries finds decoys' content in what goes out
     */
    public NotifySensor(Map<String, BaitMark> bait, CanaryFinder canaries) {
        this(bait, canaries, new AtomicInteger(), Path.of("/tmp"), SecondWitness.none());
    }

    /**
     * @param numbers the last number that was given to a process; sensors of one case share it, so
     *     that no two of their processes go by the same number
     * @param work where the listener is handed over
     * @param second tells what the kernel did in the end
     */
    public NotifySensor(
            Map<String, BaitMark> bait,
            CanaryFinder canaries,
            AtomicInteger numbers,
            Path work,
            SecondWitness second) {
        this.work = work;
        this.second = second;
        this.numbers = numbers;
        this.bait = Map.copyOf(bait);
        this.canaries = canaries;
    }

    @Override
    public Watch arm(SandboxSpec spec, Sink sink) {
        boolean first = !used.getAndSet(true);
        return new NotifyWatch(spec, second.beside(sink), bait, canaries, numbers, first, work);
    }
}
