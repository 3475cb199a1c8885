package io.mcpsf.observe.ebpf;

import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.observe.SenseCounts;
import io.mcpsf.observe.Watch;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.SandboxSpec;

import java.util.EnumMap;
import java.util.Map;

/** The kernel's sensor at work on one sandbox, from before its first instruction to its last. */
final class KernelWatch implements Watch {

    private final SensorProgram program;
    private final String reason;
    private final KernelStory story;
    private final SandboxSpec spec;
    private final long lostBefore;
    private volatile int number;
    private volatile int first;
    private volatile String blind = "nothing was started";
    private volatile boolean all = true;
    private volatile long lost;

    KernelWatch(SensorProgram program, String reason, KernelStory story, SandboxSpec spec) {
        this.program = program;
        this.reason = reason;
        this.story = story;
        this.spec = spec.with(new SandboxSpec.Listener.Announced(this::begins));
        lostBefore = program.lost();
    }

    private void begins(int process) {
        story.begins(process);
        first = process;
        number = program.watch(process, story::heard);
        blind = "";
    }

    @Override
    public SandboxSpec spec() {
        return spec;
    }

    @Override
    public void started(Sandbox sandbox) {}

    @Override
    public void ending(Sandbox sandbox) {}

    @Override
    public void close() {
        if (number != 0) {
            all = program.forget(number, first);
            number = 0;
            lost = program.lost() - lostBefore;
        }
    }

    @Override
    public Map<Sense, SenseHealth> health() {
        Map<Sense, SenseHealth> health = new EnumMap<>(Sense.class);
        for (Sense sense : KernelStory.SENSES) {
            health.put(sense, blind.isEmpty() ? seen(sense) : SenseHealth.blind(blind));
        }
        return health;
    }

    private SenseHealth seen(Sense sense) {
        SenseCounts counts = story.counts();
        long missed = lost + counts.missed();
        String also = "";
        if (lost > 0 || !all) {
            also = "; " + program.trouble();
        } else if (missed > 0) {
            also = "; " + counts.why();
        }
        return SenseHealth.lossy(
                counts.seen(sense),
                missed,
                "eBPF is the sensor, %s: %s%s".formatted(reason, untold(sense), also));
    }

    /** What it can't tell, by name. */
    private static String untold(Sense sense) {
        return switch (sense) {
            case PROCESSES ->
                    "a program that could not be executed is known by the server's word alone";
            case FILES ->
                    "paths of failed opens and of other acts are the server's word, links in them"
                            + " are not followed";
            case SOCKETS -> "what is sent is not searched at the call";
            default -> "calls are told after they were made, and no clock can be set ahead";
        };
    }
}
