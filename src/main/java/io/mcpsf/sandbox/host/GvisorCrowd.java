package io.mcpsf.sandbox.host;

import io.mcpsf.linux.Cgroup;
import io.mcpsf.sandbox.Limits;

import java.time.Duration;

/**
 * How many processes there are inside gVisor, which refuses forks without counting them. A sandbox
 * that stays full is a fork bomb; one that has fewer tasks on the host than it may have processes
 * need not be asked.
 */
public final class GvisorCrowd {

    /** So many looks in a row at a sandbox that is full are no accident. */
    private static final int FULL = 3;

    private static final Duration ASK_AGAIN = Duration.ofMillis(400);

    private final GvisorKernel kernel;
    private final Cgroup group;
    private volatile int most = -1;
    private long askAgain;
    private int full;

    public GvisorCrowd(GvisorKernel kernel, Cgroup group) {
        this.kernel = kernel;
        this.group = group;
    }

    /** The most that was seen; -1 when it was never asked. */
    public int most() {
        return most;
    }

    /** Whether it was full for too long. For one thread. */
    public boolean bomb(Limits limits) throws InterruptedException {
        if (System.nanoTime() < askAgain || group.counters().pidsPeak() < limits.processes()) {
            return false;
        }
        int processes = kernel.processes();
        askAgain = System.nanoTime() + ASK_AGAIN.toNanos();
        most = Math.max(most, processes);
        full = processes >= limits.processes() - 1 ? full + 1 : 0;
        return full >= FULL;
    }
}
