package io.mcpsf.sandbox.docker;

import io.mcpsf.linux.Cgroup;
import io.mcpsf.linux.Processes;
import io.mcpsf.model.Exit;
import io.mcpsf.os.Child;
import io.mcpsf.os.Cleanup;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.Limits;
import io.mcpsf.sandbox.host.GvisorKernel;
import io.mcpsf.sandbox.host.Tenant;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** A sandbox that is a container of an engine. */
final class DockerSandbox implements Tenant {

    /** So many refused forks are no accident: the sandbox is stopped. */
    private static final long FORK_BOMB = 200;

    /** So many looks in a row at a sandbox that is full are no accident either. */
    private static final int FULL = 3;

    private static final Duration ASK_AGAIN = Duration.ofMillis(400);
    private static final Duration GLANCE = Duration.ofMillis(40);
    private static final Duration KILL = Duration.ofSeconds(2);
    private static final Duration LAST_WORDS = Duration.ofSeconds(10);

    private final Held held;
    private final Cleanup undo;
    private final CompletableFuture<Exit> exit = new CompletableFuture<>();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private final AtomicReference<Optional<Exit>> stopped = new AtomicReference<>(Optional.empty());
    private final AtomicBoolean closing = new AtomicBoolean();
    private final AtomicReference<Usage> last =
            new AtomicReference<>(new Usage(-1, -1, -1, -1, -1));

    private volatile int most = -1;
    private long askAgain;
    private int full;

    /** What of the host and the engine a sandbox is made of. */
    record Held(
            Engine engine,
            String name,
            Child child,
            Cgroup group,
            long pid,
            Map<String, Path> scratch,
            Kernel kernel) {}

    DockerSandbox(Limits limits, Held held, Cleanup undo) {
        this.held = held;
        this.undo = undo.release();
        var _ = held.child().ended().thenAcceptAsync(code -> ended());
        Thread.ofVirtual().name("limits of a sandbox").start(() -> watch(limits));
    }

    @Override
    public void whenClosed(Runnable then) {
        var _ = closed.thenRun(then);
    }

    @Override
    public Pipes pipes() {
        return new Pipes(held.child().stdin(), held.child().stdout(), held.child().stderr());
    }

    @Override
    public long pid() {
        return held.pid();
    }

    @Override
    public Path root() {
        return held.kernel() instanceof Kernel.Own(GvisorKernel gvisor)
                ? gvisor.root().orElseGet(Tenant.super::root)
                : Tenant.super.root();
    }

    @Override
    public boolean ownNetwork() {
        return held.kernel() instanceof Kernel.Own;
    }

    @Override
    public void forward(int port, Path socket) throws InterruptedException {
        switch (held.kernel()) {
            case Kernel.Own(GvisorKernel gvisor) -> gvisor.forward(port, socket);
            case Kernel.Shared() -> Tenant.super.forward(port, socket);
        }
    }

    @Override
    public Path outside(String scratch) {
        Path path = held.scratch().get(scratch);
        if (path == null) {
            throw new IllegalArgumentException("not a scratch place: " + scratch);
        }
        return path;
    }

    @Override
    public Optional<Exit> await(Duration atMost) throws InterruptedException {
        try {
            return Optional.of(exit.get(Math.max(0, atMost.toNanos()), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new ExecutorException("lost sight of the sandbox", e);
        }
    }

    @Override
    public Usage usage() {
        if (!exit.isDone()) {
            look();
        }
        return last.get();
    }

    @Override
    public void close() {
        if (!closing.compareAndSet(false, true)) {
            closed.join();
            return;
        }
        try {
            stop(new Exit.Signal(Processes.SIGKILL));
            undo.close();
        } finally {
            closed.complete(null);
        }
    }

    /** Enforces what the engine does not: the time, and an end to a fork bomb. */
    private void watch(Limits limits) {
        long end = System.nanoTime() + limits.wallClock().toNanos();
        try {
            while (true) {
                long left = end - System.nanoTime();
                long glance = Math.min(Math.max(left, 1), GLANCE.toNanos());
                if (await(Duration.ofNanos(glance)).isPresent()) {
                    return;
                }
                look();
                if (System.nanoTime() >= end) {
                    stop(new Exit.TimedOut());
                } else if (last.get().forksRefused() >= FORK_BOMB) {
                    stop(new Exit.TooManyProcesses());
                } else if (held.kernel() instanceof Kernel.Own(GvisorKernel gvisor)) {
                    ask(gvisor, limits);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutorException e) {
            return; // Whoever waits for the end is told the same.
        }
    }

    /**
     * gVisor refuses forks without counting them. A sandbox that stays full is a fork bomb; one
     * that has fewer tasks on the host than it may have processes need not be asked.
     */
    private void ask(GvisorKernel gvisor, Limits limits) throws InterruptedException {
        long now = System.nanoTime();
        if (now < askAgain || held.group().counters().pidsPeak() < limits.processes()) {
            return;
        }
        int processes = gvisor.processes();
        askAgain = System.nanoTime() + ASK_AGAIN.toNanos();
        most = Math.max(most, processes);
        full = processes >= limits.processes() - 1 ? full + 1 : 0;
        if (full >= FULL) {
            stop(new Exit.TooManyProcesses());
        }
    }

    /** Kills everything inside and waits until the engine has noticed. */
    private void stop(Exit why) {
        if (exit.isDone()) {
            return;
        }
        look();
        if (!held.group().members().isEmpty()) {
            stopped.compareAndSet(Optional.empty(), Optional.of(why));
        }
        held.group().killAll(KILL);
        try {
            if (await(LAST_WORDS).isEmpty()) {
                held.child().close();
                var _ = await(KILL);
            }
        } catch (ExecutorException e) {
            return; // The engine is gone, and the processes too.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The engine removes the group with the last process: what was seen before stays. */
    private void look() {
        Cgroup.Counters now = held.group().counters();
        boolean own = held.kernel() instanceof Kernel.Own;
        last.updateAndGet(
                before ->
                        new Usage(
                                Math.max(before.cpuMillis(), now.cpuMillis()),
                                Math.max(before.memoryPeakBytes(), now.memoryPeak()),
                                own ? most : Math.max(before.processesPeak(), now.pidsPeak()),
                                own ? -1 : Math.max(before.forksRefused(), now.forksRefused()),
                                Math.max(before.memoryKills(), now.memoryKills())));
    }

    private void ended() {
        look();
        try {
            String[] said =
                    held.engine()
                            .ask(
                                    "inspect",
                                    "--format",
                                    "{{.State.Running}} {{.State.ExitCode}} {{.State.OOMKilled}}",
                                    held.name())
                            .split(" ");
            if (said.length != 3 || said[0].equals("true") || !said[1].matches("\\d{1,3}")) {
                throw new ExecutorException(
                        held.engine().name() + " let go of a container: " + List.of(said));
            }
            exit.complete(reason(Integer.parseInt(said[1]), said[2].equals("true")));
        } catch (ExecutorException e) {
            exit.completeExceptionally(e);
        }
    }

    /** Why it ended: what we did, then what the kernel counted, then the code. */
    private Exit reason(int code, boolean outOfMemory) {
        Exit plain = code > 128 && code <= 192 ? new Exit.Signal(code - 128) : new Exit.Code(code);
        boolean killed = plain.equals(new Exit.Signal(Processes.SIGKILL));
        Optional<Exit> ours = stopped.get();
        if (outOfMemory) {
            last.updateAndGet(
                    before ->
                            new Usage(
                                    before.cpuMillis(),
                                    before.memoryPeakBytes(),
                                    before.processesPeak(),
                                    before.forksRefused(),
                                    Math.max(1, before.memoryKills())));
        }
        if (held.kernel() instanceof Kernel.Own && code != 0) {
            // A kernel that is killed has no code of its program's to tell.
            return ours.orElse(outOfMemory ? new Exit.OutOfMemory() : plain);
        }
        if (killed && ours.isPresent()) {
            return ours.get();
        }
        if (killed && outOfMemory) {
            return new Exit.OutOfMemory();
        }
        if (last.get().forksRefused() >= FORK_BOMB) {
            return new Exit.TooManyProcesses();
        }
        return plain;
    }
}
