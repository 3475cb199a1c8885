package io.mcpsf.sandbox.oci;

import io.mcpsf.linux.Census;
import io.mcpsf.linux.Cgroup;
import io.mcpsf.linux.Processes;
import io.mcpsf.model.Exit;
import io.mcpsf.sandbox.Limits;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.host.Backend;
import io.mcpsf.sandbox.host.ExitCodes;
import io.mcpsf.sandbox.host.Guest;
import io.mcpsf.sandbox.host.GvisorCrowd;
import io.mcpsf.sandbox.host.GvisorKernel;

import java.time.Duration;
import java.util.Optional;

/** A sandbox that a runtime of ours runs, in a control group of ours where we may make one. */
final class OciBackend implements Backend {

    /** So many refused forks are no accident: the sandbox is stopped. */
    private static final long FORK_BOMB = 200;

    /** How often a kernel counts its load anew. */
    private static final Duration LOAD = Duration.ofSeconds(5);

    private static final Duration KILL = Duration.ofSeconds(2);
    private static final int NO_PROGRAM = 127;

    private final Cgroup group;
    private final boolean limited;
    private final long pid;
    private final long started;
    private final Guest guest;
    private final Optional<GvisorCrowd> gvisor;
    private long breath = System.nanoTime() + LOAD.toNanos();
    private volatile Census peak = new Census(-1, -1);

    /**
     * @param limited whether the kernel enforces all limits
     */
    OciBackend(Cgroup group, boolean limited, long pid, Guest guest) {
        this.group = group;
        this.limited = limited;
        this.pid = pid;
        this.guest = guest;
        this.started = pid > 0 ? Processes.startedAt(pid) : -1;
        this.gvisor =
                guest instanceof Guest.Gvisor(GvisorKernel kernel)
                        ? Optional.of(new GvisorCrowd(kernel, group))
                        : Optional.empty();
    }

    @Override
    public Sandbox.Usage look() {
        var counters = group.counters();
        return new Sandbox.Usage(
                counters.cpuMillis(),
                Math.max(counters.memoryPeak(), peak.residentBytes()),
                gvisor.map(crowd -> (long) crowd.most())
                        .orElseGet(() -> Math.max(counters.pidsPeak(), peak.tasks())),
                gvisor.isPresent() ? -1 : counters.forksRefused(),
                counters.memoryKills());
    }

    @Override
    public Optional<Exit> broken(Limits limits) throws InterruptedException {
        breathe();
        if (group.forksRefused() >= FORK_BOMB) {
            return Optional.of(new Exit.TooManyProcesses());
        }
        if (gvisor.isPresent()) {
            return gvisor.get().bomb(limits)
                    ? Optional.of(new Exit.TooManyProcesses())
                    : Optional.empty();
        }
        return !limited && pid > 0 ? counted(limits) : Optional.empty();
    }

    private void breathe() {
        if (guest instanceof Guest.Shared(Runnable load) && System.nanoTime() >= breath) {
            breath += LOAD.toNanos();
            load.run();
        }
    }

    /** What a control group would do, where we may not make one with all limits. */
    private Optional<Exit> counted(Limits limits) {
        Census census = Census.around(pid);
        peak =
                new Census(
                        Math.max(peak.tasks(), census.tasks()),
                        Math.max(peak.residentBytes(), census.residentBytes()));
        if (census.tasks() > limits.processes()) {
            return Optional.of(new Exit.TooManyProcesses());
        }
        return census.residentBytes() > limits.memoryBytes()
                ? Optional.of(new Exit.OutOfMemory())
                : Optional.empty();
    }

    @Override
    public boolean alive() {
        return !group.real() || !group.members().isEmpty();
    }

    @Override
    public void kill() {
        if (group.real()) {
            group.killAll(KILL);
        } else if (started >= 0 && Processes.startedAt(pid) == started) {
            // The first process of a process namespace takes all others with it.
            Processes.signal(pid, Processes.SIGKILL);
        }
    }

    @Override
    public boolean freeze() {
        return group.real() && group.freezeAll();
    }

    @Override
    public void thaw() {
        if (group.real()) {
            group.thawAll();
        }
    }

    @Override
    public long memoryNow() {
        return group.memoryNow();
    }

    @Override
    public Exit reason(int code, Optional<Exit> ours) {
        Exit exit = ExitCodes.read(code);
        Sandbox.Usage last = look();
        if (gvisor.isPresent()) {
            return ofGvisor(code, exit, last, ours);
        }
        if (ExitCodes.killed(exit) && ours.isPresent()) {
            return ours.get();
        }
        if (ExitCodes.killed(exit) && last.memoryKills() > 0) {
            return new Exit.OutOfMemory();
        }
        if (last.forksRefused() >= FORK_BOMB) {
            return new Exit.TooManyProcesses();
        }
        return pid > 0 ? exit : new Exit.Code(NO_PROGRAM);
    }

    /** A kernel that is killed has no code of its program's to tell. */
    private Exit ofGvisor(int code, Exit exit, Sandbox.Usage last, Optional<Exit> ours) {
        if (ours.isPresent() && code != 0) {
            return ours.get();
        }
        if (last.memoryKills() > 0 && code != 0) {
            return new Exit.OutOfMemory();
        }
        if (group.forksRefused() > 0) {
            return new Exit.TooManyProcesses(); // It dies of the first refusal.
        }
        return pid > 0 ? exit : new Exit.Code(NO_PROGRAM);
    }
}
