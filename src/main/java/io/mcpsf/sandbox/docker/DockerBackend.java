package io.mcpsf.sandbox.docker;

import io.mcpsf.linux.Cgroup;
import io.mcpsf.model.Exit;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.Limits;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.host.Backend;
import io.mcpsf.sandbox.host.ExitCodes;
import io.mcpsf.sandbox.host.Guest;
import io.mcpsf.sandbox.host.GvisorCrowd;
import io.mcpsf.sandbox.host.GvisorKernel;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** A sandbox that is a container of an engine, in a control group of the engine's. */
final class DockerBackend implements Backend {

    /** So many refused forks are no accident: the sandbox is stopped. */
    private static final long FORK_BOMB = 200;

    private static final Duration KILL = Duration.ofSeconds(2);

    private final Engine engine;
    private final String name;
    private final Cgroup group;
    private final Optional<GvisorCrowd> gvisor;
    private final AtomicReference<Sandbox.Usage> last =
            new AtomicReference<>(new Sandbox.Usage(-1, -1, -1, -1, -1));

    DockerBackend(Engine engine, String name, Cgroup group, Guest guest) {
        this.engine = engine;
        this.name = name;
        this.group = group;
        this.gvisor =
                guest instanceof Guest.Gvisor(GvisorKernel kernel)
                        ? Optional.of(new GvisorCrowd(kernel, group))
                        : Optional.empty();
    }

    /** The engine removes the group with the last process: what was seen before stays. */
    @Override
    public Sandbox.Usage look() {
        Cgroup.Counters now = group.counters();
        return last.updateAndGet(
                before ->
                        new Sandbox.Usage(
                                Math.max(before.cpuMillis(), now.cpuMillis()),
                                Math.max(before.memoryPeakBytes(), now.memoryPeak()),
                                gvisor.map(crowd -> (long) crowd.most())
                                        .orElseGet(
                                                () ->
                                                        Math.max(
                                                                before.processesPeak(),
                                                                now.pidsPeak())),
                                gvisor.isPresent()
                                        ? -1
                                        : Math.max(before.forksRefused(), now.forksRefused()),
                                Math.max(before.memoryKills(), now.memoryKills())));
    }

    @Override
    public Optional<Exit> broken(Limits limits) throws InterruptedException {
        boolean bomb =
                look().forksRefused() >= FORK_BOMB
                        || (gvisor.isPresent() && gvisor.get().bomb(limits));
        return bomb ? Optional.of(new Exit.TooManyProcesses()) : Optional.empty();
    }

    @Override
    public boolean alive() {
        return !group.members().isEmpty();
    }

    @Override
    public void kill() {
        group.killAll(KILL);
    }

    /** The engine knows the code; the one of its client says nothing. */
    @Override
    public Exit reason(int code, Optional<Exit> ours) {
        String[] said =
                engine.ask(
                                "inspect",
                                "--format",
                                "{{.State.Running}} {{.State.ExitCode}} {{.State.OOMKilled}}",
                                name)
                        .split(" ");
        if (said.length != 3 || said[0].equals("true") || !said[1].matches("\\d{1,3}")) {
            throw new ExecutorException(engine.name() + " let go of a container: " + List.of(said));
        }
        return reason(ExitCodes.read(Integer.parseInt(said[1])), said[2].equals("true"), ours);
    }

    private Exit reason(Exit exit, boolean outOfMemory, Optional<Exit> ours) {
        if (outOfMemory) {
            last.updateAndGet(
                    before ->
                            new Sandbox.Usage(
                                    before.cpuMillis(),
                                    before.memoryPeakBytes(),
                                    before.processesPeak(),
                                    before.forksRefused(),
                                    Math.max(1, before.memoryKills())));
        }
        if (gvisor.isPresent() && !exit.equals(new Exit.Code(0))) {
            // A kernel that is killed has no code of its program's to tell.
            return ours.orElse(outOfMemory ? new Exit.OutOfMemory() : exit);
        }
        if (ExitCodes.killed(exit) && ours.isPresent()) {
            return ours.get();
        }
        if (ExitCodes.killed(exit) && outOfMemory) {
            return new Exit.OutOfMemory();
        }
        return last.get().forksRefused() >= FORK_BOMB ? new Exit.TooManyProcesses() : exit;
    }
}
