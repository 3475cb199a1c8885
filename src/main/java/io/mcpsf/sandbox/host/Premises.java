package io.mcpsf.sandbox.host;

import io.mcpsf.linux.Cgroup;
import io.mcpsf.os.Cleanup;
import io.mcpsf.sandbox.ExecutorException;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Where one executor's sandboxes live, and the roll of those that do. Closing it, which the end of
 * the process does too, closes them all; starts that are under way are ended and waited for.
 */
public final class Premises implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** A person who pressed Ctrl-C waits no longer than this; the next sweep does the rest. */
    private static final Duration HURRY = Duration.ofMillis(900);

    private final Path owned;
    private final Cleanup undo;
    private final Set<Tenant> living = new HashSet<>();
    private final Set<Visit> underWay = new HashSet<>();
    private boolean closed;

    /**
     * @param runtime the program that sets sandboxes up, which is killed when we die
     * @param engine the command that removes containers by name when we die; empty when there are
     *     none
     */
    public Premises(StateRoot state, Path runtime, List<String> engine) {
        try (var building = new Cleanup()) {
            this.owned = state.own(building);
            var deadMansSwitch = new DeadMansSwitch(owned, runtime, engine);
            building.add(deadMansSwitch::close);
            var hook = new Thread(() -> close(HURRY), "close sandboxes");
            Runtime.getRuntime().addShutdownHook(hook);
            building.add(() -> forget(hook));
            this.undo = building.release();
        }
    }

    public Path owned() {
        return owned;
    }

    public synchronized Visit enter() {
        if (closed) {
            throw new ExecutorException("the executor is closed");
        }
        var visit = new Visit();
        underWay.add(visit);
        return visit;
    }

    @Override
    public void close() {
        close(PATIENCE);
    }

    private void close(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        List<Tenant> sandboxes;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            sandboxes = new ArrayList<>(living);
            underWay.forEach(Visit::interrupt);
        }
        List<Thread> closing =
                sandboxes.stream()
                        .map(sandbox -> Thread.ofVirtual().start(sandbox::close))
                        .toList();
        try {
            for (Thread thread : closing) {
                thread.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
            }
            awaitStarts(end);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        undo.close();
    }

    private synchronized void awaitStarts(long end) throws InterruptedException {
        while (!underWay.isEmpty() && System.nanoTime() < end) {
            wait(10);
            underWay.forEach(Visit::interrupt);
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return; // The process is ending: that is why we are here.
        }
    }

    /** One start under way. */
    public final class Visit implements AutoCloseable {

        private final List<Runnable> ends = new ArrayList<>();

        /** The group whose end makes this start fail. */
        public void kill(Cgroup group) {
            onInterrupt(() -> group.killAll(Duration.ZERO));
        }

        /** What else makes this start fail. */
        public void onInterrupt(Runnable end) {
            synchronized (Premises.this) {
                ends.add(end);
            }
        }

        /** The start succeeded: from now on the sandbox is on the roll. */
        public void settle(Tenant sandbox) {
            synchronized (Premises.this) {
                if (!closed) {
                    living.add(sandbox);
                    sandbox.whenClosed(
                            () -> {
                                synchronized (Premises.this) {
                                    living.remove(sandbox);
                                }
                            });
                    return;
                }
            }
            sandbox.close();
            throw new ExecutorException("the executor was closed meanwhile");
        }

        private void interrupt() {
            ends.forEach(Runnable::run);
        }

        @Override
        public void close() {
            synchronized (Premises.this) {
                underWay.remove(this);
                Premises.this.notifyAll();
            }
        }
    }
}
