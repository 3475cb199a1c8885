package io.mcpsf.sandbox.host;

import io.mcpsf.linux.Processes;
import io.mcpsf.model.Exit;
import io.mcpsf.os.Child;
import io.mcpsf.os.Cleanup;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.Limits;

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

/**
 * The life of a sandbox on this host, whoever runs it: it runs, is watched, ends by itself or is
 * stopped for one reason, and is closed once.
 */
public final class HostedSandbox implements Tenant {

    private static final Duration GLANCE = Duration.ofMillis(40);
    private static final Duration KILL = Duration.ofSeconds(2);

    private final Held held;
    private final Backend backend;
    private final Cleanup undo;
    private final CompletableFuture<Exit> exit = new CompletableFuture<>();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private final AtomicReference<Optional<Exit>> stopped = new AtomicReference<>(Optional.empty());
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile Usage last = new Usage(-1, -1, -1, -1, -1);

    /**
     * What a sandbox is reached by.
     *
     * @param child whose pipes are the program's, and who tells its end
     * @param notice how long the child may take to tell that everything inside was killed
     */
    public record Held(
            Child child, Duration notice, long pid, Map<String, Path> scratch, Guest guest) {
        public Held {
            scratch = Map.copyOf(scratch);
        }
    }

    public HostedSandbox(Limits limits, Held held, Backend backend, Cleanup undo) {
        this.held = held;
        this.backend = backend;
        this.undo = undo.release();
        var _ =
                held.child()
                        .ended()
                        .thenAcceptAsync(this::ended, task -> Thread.ofVirtual().start(task));
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
        return held.guest() instanceof Guest.Gvisor(GvisorKernel gvisor)
                ? gvisor.root().orElseGet(Tenant.super::root)
                : Tenant.super.root();
    }

    @Override
    public boolean ownNetwork() {
        return held.guest() instanceof Guest.Gvisor;
    }

    @Override
    public void forward(int port, Path socket) throws InterruptedException {
        switch (held.guest()) {
            case Guest.Gvisor(GvisorKernel gvisor) -> gvisor.forward(port, socket);
            case Guest.Shared _ -> Tenant.super.forward(port, socket);
        }
    }

    @Override
    public Path outside(String scratch) {
        Path path = held.scratch().get(scratch);
        if (path == null) {
            throw new IllegalArgumentException("not a scratch folder: " + scratch);
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
            throw new ExecutorException("lost track of the sandbox", e);
        }
    }

    @Override
    public boolean freeze() {
        return backend.freeze();
    }

    @Override
    public void thaw() {
        backend.thaw();
    }

    @Override
    public long memoryNow() {
        return backend.memoryNow();
    }

    @Override
    public Usage usage() {
        if (!exit.isDone()) {
            last = backend.look();
        }
        return last;
    }

    @Override
    public boolean closing() {
        return closing.get();
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

    /** Enforces what nobody else does: the time, and an end to a fork bomb. */
    private void watch(Limits limits) {
        long end = System.nanoTime() + limits.wallClock().toNanos();
        try {
            while (true) {
                long left = end - System.nanoTime();
                long glance = Math.min(Math.max(left, 1), GLANCE.toNanos());
                if (await(Duration.ofNanos(glance)).isPresent()) {
                    return;
                }
                if (System.nanoTime() >= end) {
                    stop(new Exit.TimedOut());
                } else {
                    backend.broken(limits).ifPresent(this::stop);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutorException e) {
            return; // Whoever waits for the end is told the same.
        }
    }

    /** Kills everything inside and waits until that was noticed. */
    private void stop(Exit why) {
        if (exit.isDone()) {
            return;
        }
        last = backend.look();
        // Who is dead already did not die of us, though nobody has said so yet.
        if (backend.alive()) {
            stopped.compareAndSet(Optional.empty(), Optional.of(why));
        }
        backend.kill();
        try {
            if (await(held.notice()).isEmpty()) {
                held.child().close();
                var _ = await(KILL);
            }
        } catch (ExecutorException e) {
            return; // The engine is gone, and the processes too.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void ended(int code) {
        last = backend.look();
        try {
            Exit why = backend.reason(code, stopped.get());
            last = backend.look();
            exit.complete(why);
        } catch (ExecutorException e) {
            exit.completeExceptionally(e);
        }
    }
}
