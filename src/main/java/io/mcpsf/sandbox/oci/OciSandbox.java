package io.mcpsf.sandbox.oci;

import io.mcpsf.linux.Census;
import io.mcpsf.linux.Cgroup;
import io.mcpsf.linux.Processes;
import io.mcpsf.model.Exit;
import io.mcpsf.os.Child;
import io.mcpsf.os.Cleanup;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.Limits;
import io.mcpsf.sandbox.host.Tenant;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** A sandbox that a runtime of ours runs. */
final class OciSandbox implements Tenant {

    /** So many refused forks are no accident: the sandbox is stopped. */
    private static final long FORK_BOMB = 200;

    /** So many looks in a row at a sandbox that is full are no accident either. */
    private static final int FULL = 3;

    private static final Duration ASK_AGAIN = Duration.ofMillis(400);
    private static final Duration GLANCE = Duration.ofMillis(40);

    /** How often a kernel counts its load anew. */
    private static final Duration LOAD = Duration.ofSeconds(5);

    private static final Duration KILL = Duration.ofSeconds(2);
    private static final int NO_PROGRAM = 127;

    private final Held held;
    private final long started;
    private final Cleanup undo;
    private final CompletableFuture<Exit> exit = new CompletableFuture<>();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private final AtomicReference<Optional<Exit>> stopped = new AtomicReference<>(Optional.empty());
    private final AtomicBoolean closing = new AtomicBoolean();
    private long askAgain;
    private int full;
    private volatile Census peak = new Census(-1, -1);
    private volatile Usage last = new Usage(-1, -1, -1, -1, -1);

    /** What of the host a sandbox is made of. */
    record Held(
            Child runtime,
            Cgroup group,
            boolean limited,
            long pid,
            Map<String, Path> scratch,
            Guest guest) {}

    OciSandbox(Limits limits, Held held, Cleanup undo) {
        this.held = held;
        this.started = held.pid() > 0 ? Processes.startedAt(held.pid()) : -1;
        this.undo = undo.release();
        var _ = held.runtime().ended().thenAccept(code -> exit.complete(reason(code)));
        Thread.ofVirtual().name("limits of a sandbox").start(() -> watch(limits));
    }

    @Override
    public void whenClosed(Runnable then) {
        var _ = closed.thenRun(then);
    }

    @Override
    public Pipes pipes() {
        return new Pipes(held.runtime().stdin(), held.runtime().stdout(), held.runtime().stderr());
    }

    @Override
    public long pid() {
        return held.pid();
    }

    @Override
    public Path root() {
        return held.guest() instanceof Guest.Gvisor gvisor
                ? gvisor.kernel().root().orElseGet(Tenant.super::root)
                : Tenant.super.root();
    }

    @Override
    public boolean ownNetwork() {
        return held.guest() instanceof Guest.Gvisor;
    }

    @Override
    public void forward(int port, Path socket) throws InterruptedException {
        switch (held.guest()) {
            case Guest.Gvisor gvisor -> gvisor.kernel().forward(port, socket);
            case Guest.Shared _ -> Tenant.super.forward(port, socket);
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
    public boolean freeze() {
        return held.group().real() && held.group().freezeAll();
    }

    @Override
    public Usage usage() {
        if (!exit.isDone()) {
            look();
        }
        return last;
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

    /** Enforces what the kernel does not: the time, and an end to a fork bomb. */
    private void watch(Limits limits) {
        long end = System.nanoTime() + limits.wallClock().toNanos();
        long breath = System.nanoTime() + LOAD.toNanos();
        try {
            while (true) {
                long left = end - System.nanoTime();
                long glance = Math.min(Math.max(left, 1), GLANCE.toNanos());
                if (await(Duration.ofNanos(glance)).isPresent()) {
                    return;
                }
                if (held.guest() instanceof Guest.Shared(Runnable load)
                        && System.nanoTime() >= breath) {
                    breath += LOAD.toNanos();
                    load.run();
                }
                if (System.nanoTime() >= end) {
                    stop(new Exit.TimedOut());
                } else if (held.group().forksRefused() >= FORK_BOMB) {
                    stop(new Exit.TooManyProcesses());
                } else if (held.guest() instanceof Guest.Gvisor gvisor) {
                    ask(gvisor, limits);
                } else if (!held.limited() && held.pid() > 0) {
                    count(limits);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What a control group would do, where we may not make one with all limits. */
    private void count(Limits limits) {
        Census census = Census.around(held.pid());
        peak =
                new Census(
                        Math.max(peak.tasks(), census.tasks()),
                        Math.max(peak.residentBytes(), census.residentBytes()));
        if (census.tasks() > limits.processes()) {
            stop(new Exit.TooManyProcesses());
        } else if (census.residentBytes() > limits.memoryBytes()) {
            stop(new Exit.OutOfMemory());
        }
    }

    /**
     * gVisor refuses forks without counting them. A sandbox that stays full is a fork bomb; one
     * that has fewer tasks on the host than it may have processes need not be asked.
     */
    private void ask(Guest.Gvisor gvisor, Limits limits) throws InterruptedException {
        long now = System.nanoTime();
        if (now < askAgain || held.group().counters().pidsPeak() < limits.processes()) {
            return;
        }
        int processes = gvisor.kernel().processes();
        askAgain = System.nanoTime() + ASK_AGAIN.toNanos();
        peak = new Census(Math.max(peak.tasks(), processes), peak.residentBytes());
        full = processes >= limits.processes() - 1 ? full + 1 : 0;
        if (full >= FULL) {
            stop(new Exit.TooManyProcesses());
        }
    }

    /** Kills everything inside and waits until the runtime has noticed. */
    private void stop(Exit why) {
        if (exit.isDone()) {
            return;
        }
        // Who is dead already did not die of us, though the runtime has not said so yet.
        if (!held.group().real() || !held.group().members().isEmpty()) {
            stopped.compareAndSet(Optional.empty(), Optional.of(why));
        }
        if (held.group().real()) {
            held.group().killAll(KILL);
        } else if (started >= 0 && Processes.startedAt(held.pid()) == started) {
            // The first process of a process namespace takes all others with it.
            Processes.signal(held.pid(), Processes.SIGKILL);
        }
        try {
            if (await(KILL).isEmpty()) {
                held.runtime().close();
                var _ = await(KILL);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        var counters = held.group().counters();
        last =
                new Usage(
                        counters.cpuMillis(),
                        Math.max(counters.memoryPeak(), peak.residentBytes()),
                        held.guest() instanceof Guest.Gvisor
                                ? peak.tasks()
                                : Math.max(counters.pidsPeak(), peak.tasks()),
                        held.guest() instanceof Guest.Gvisor ? -1 : counters.forksRefused(),
                        counters.memoryKills());
    }

    /** A kernel that is killed has no code of its program's to tell. */
    private Exit ofGvisor(int code, Exit exit, Optional<Exit> ours) {
        if (ours.isPresent() && code != 0) {
            return ours.get();
        }
        if (last.memoryKills() > 0 && code != 0) {
            return new Exit.OutOfMemory();
        }
        if (held.group().forksRefused() > 0) {
            return new Exit.TooManyProcesses(); // It dies of the first refusal.
        }
        return held.pid() > 0 ? exit : new Exit.Code(NO_PROGRAM);
    }

    /** Why it ended: what we did, then what the kernel counted, then the code. */
    private Exit reason(int code) {
        look();
        // Runtimes report a signal as shells do.
        Exit exit = code > 128 && code <= 192 ? new Exit.Signal(code - 128) : new Exit.Code(code);
        boolean killed = exit.equals(new Exit.Signal(Processes.SIGKILL));
        Optional<Exit> ours = stopped.get();
        if (held.guest() instanceof Guest.Gvisor) {
            return ofGvisor(code, exit, ours);
        }
        if (killed && ours.isPresent()) {
            return ours.get();
        }
        if (killed && last.memoryKills() > 0) {
            return new Exit.OutOfMemory();
        }
        if (last.forksRefused() >= FORK_BOMB) {
            return new Exit.TooManyProcesses();
        }
        return held.pid() > 0 ? exit : new Exit.Code(NO_PROGRAM);
    }
}
