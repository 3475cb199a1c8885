package io.mcpsf.service.worker;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Processes that wait for jobs, so that an assessment begins without starting a Java and loading
 * its classes. Each makes one job. There are at most so many; when no job has come for some time
 * they end, and others are started with the next job. They end by themselves when we are killed,
 * because their standard input does.
 */
public final class WarmProcesses implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(WarmProcesses.class.getName());

    /** For one to become ready, on a machine that is busy. */
    private static final Duration READYING = Duration.ofMinutes(2);

    /** After one that did not become ready: the next one will hardly be luckier. */
    private static final Duration DISCOURAGED = Duration.ofMinutes(5);

    /** One that died is noticed then, if nothing happens before. */
    private static final Duration LOOK = Duration.ofMinutes(1);

    private final Supplier<WarmProcess> starting;
    private final Bounds bounds;
    private final List<WarmProcess> waiting = new ArrayList<>();
    private final Thread keeper;
    private long startAt = System.nanoTime();
    private boolean wanted = true;

    /**
     * How many there are, how long each waits for a job, and how long the next one is put off when
     * a job has begun, which wants the processors for itself.
     */
    public record Bounds(int most, Duration longestWait, Duration putOff) {

        public static Bounds usual(int most) {
            return new Bounds(most, Duration.ofMinutes(15), Duration.ofSeconds(5));
        }
    }

    private WarmProcesses(Supplier<WarmProcess> starting, Bounds bounds) {
        this.starting = starting;
        this.bounds = bounds;
        this.keeper = Thread.ofVirtual().name("warm").unstarted(this::keep);
    }

    /** Below {@code work} each has a folder to stand in. */
    public static WarmProcesses in(Path work, ChildCommand command, Bounds bounds) {
        return new WarmProcesses(() -> WarmProcess.start(command, work), bounds);
    }

    /** Never one. */
    public static WarmProcesses none() {
        return new WarmProcesses(
                () -> {
                    throw new IllegalStateException("none is ever started");
                },
                Bounds.usual(0));
    }

    public WarmProcesses start() {
        keeper.start();
        return this;
    }

    /** How many wait now. */
    public synchronized int ready() {
        return (int) waiting.stream().filter(WarmProcess::waits).count();
    }

    /** One that waits, if there is one; it is the caller's to close. */
    synchronized Optional<WarmProcess> take() {
        wanted = true;
        startAt = System.nanoTime() + bounds.putOff().toNanos();
        notifyAll();
        Optional<WarmProcess> next = waiting.stream().filter(WarmProcess::waits).findFirst();
        next.ifPresent(waiting::remove);
        return next;
    }

    private void keep() {
        try {
            while (true) {
                List<WarmProcess> over = awaitWork();
                over.forEach(WarmProcess::close);
                if (over.isEmpty() && !started()) {
                    LOG.log(Level.WARNING, "a warm process did not get ready");
                    discourage();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Those that are to be closed; when there are none, one is to be started. */
    private synchronized List<WarmProcess> awaitWork() throws InterruptedException {
        while (true) {
            List<WarmProcess> idle = waiting.stream().filter(this::waitsTooLong).toList();
            if (!idle.isEmpty()) {
                wanted = false;
            }
            List<WarmProcess> over =
                    waiting.stream().filter(one -> idle.contains(one) || !one.waits()).toList();
            waiting.removeAll(over);
            boolean lacking = wanted && waiting.size() < bounds.most();
            long pause = startAt - System.nanoTime();
            if (!over.isEmpty() || (lacking && pause <= 0)) {
                return over;
            }
            TimeUnit.NANOSECONDS.timedWait(
                    this, Math.min(LOOK.toNanos(), lacking ? pause : untilTooLong()));
        }
    }

    private boolean waitsTooLong(WarmProcess one) {
        return one.age().compareTo(bounds.longestWait()) > 0;
    }

    private long untilTooLong() {
        return waiting.stream()
                .mapToLong(one -> bounds.longestWait().minus(one.age()).toNanos() + 1_000_000)
                .min()
                .orElse(LOOK.toNanos());
    }

    private boolean started() throws InterruptedException {
        WarmProcess next;
        try {
            next = starting.get();
        } catch (UncheckedIOException e) {
            LOG.log(Level.WARNING, "no warm process: {0}", e.getMessage());
            return false;
        }
        boolean ready = false;
        try {
            ready = next.await(READYING);
            if (ready) {
                keep(next);
            }
            return ready;
        } finally {
            if (!ready) {
                next.close();
            }
        }
    }

    private synchronized void keep(WarmProcess next) {
        waiting.add(next);
    }

    private synchronized void discourage() {
        startAt = System.nanoTime() + DISCOURAGED.toNanos();
    }

    private synchronized List<WarmProcess> all() {
        List<WarmProcess> all = List.copyOf(waiting);
        waiting.clear();
        return all;
    }

    /** Those that wait end; those that were taken are their takers'. */
    @Override
    public void close() {
        keeper.interrupt();
        try {
            if (keeper.isAlive()) {
                keeper.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        all().forEach(WarmProcess::close);
    }
}
