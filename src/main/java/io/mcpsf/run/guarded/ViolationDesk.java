package io.mcpsf.run.guarded;

import io.mcpsf.guard.Breach;
import io.mcpsf.guard.BreachFinder;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Notebook;
import io.mcpsf.model.ProcessObservation.CallRefused;
import io.mcpsf.model.RunObservation.PolicyViolated;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Violation;
import io.mcpsf.os.Last;
import io.mcpsf.policy.Policy;
import io.mcpsf.run.request.GuardAlert;

import java.io.IOException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Where violations are dealt with while they happen: written down, told to everybody who should
 * know, and answered with the end of the sandbox where the policy says so. On a thread of its own,
 * so that no sensor waits.
 */
public final class ViolationDesk implements AutoCloseable {

    private static final int ROOM = 10_000;
    private static final int DETAIL = 400;

    /**
     * A call that may be the last is held until the desk has looked at it and begun to freeze, so
     * that the frozen state shows it. Not for longer: what is held can't be frozen.
     */
    private static final long HOLD_MILLIS = 25;

    /** Whoever waits for the desk waits no longer than this. */
    private static final long SETTLE_NANOS = 2_000_000_000L;

    private static final long GLANCE_MILLIS = 20;

    /** Alerts of one name; what follows is written down and no longer told. */
    private static final int TOLD = 20;

    private final Policy policy;
    private final BreachFinder finder;
    private final Notebook notebook;
    private final Hearers hearers;
    private final CaseFile session;
    private final Runnable freeze;
    private final Runnable kill;
    private final BlockingQueue<Object> queue = new ArrayBlockingQueue<>(ROOM);
    private final Set<Breach> known = new HashSet<>();
    private final Map<Violation, Integer> told = new EnumMap<>(Violation.class);
    private final Thread thread;
    private volatile Optional<Violation> fatal = Optional.empty();

    private enum End {
        NOW
    }

    private record Marker(CountDownLatch reached) {}

    private record Held(Seen seen, CountDownLatch looked) {}

    /** What ends a sandbox: it is frozen at once, and killed when everybody has been told. */
    public record Fate(Runnable freeze, Runnable kill) {}

    /** Who is told at once: a person, receivers elsewhere, and who talks to the program. */
    public record Hearers(
            Consumer<String> tell, Consumer<GuardAlert> alert, Voice voice, String killed) {}

    /** Tells it in the words of whoever talks to the program. */
    @FunctionalInterface
    public interface Voice {
        void alert(Breach breach, Violation.Action action) throws IOException;
    }

    public ViolationDesk(
            Policy policy,
            BreachFinder finder,
            Notebook notebook,
            Hearers hearers,
            CaseFile session,
            Fate fate) {
        this.policy = policy;
        this.finder = finder;
        this.notebook = notebook;
        this.hearers = hearers;
        this.session = session;
        this.freeze = fate.freeze();
        this.kill = fate.kill();
        this.thread = Thread.ofPlatform().daemon().name("violations").start(this::run);
    }

    /**
     * A line of evidence; the sample waits meanwhile. What finds no room fills the queue with like.
     */
    public void saw(Seen seen) {
        if (!(seen.what() instanceof CallRefused)
                || policy.about(Violation.DANGEROUS_SYSCALL) != Violation.Action.KILL) {
            heard(seen);
            return;
        }
        if (!finder.concerns(seen)) {
            return;
        }
        var held = new Held(seen, new CountDownLatch(1));
        try {
            boolean _ =
                    queue.offer(held) && held.looked().await(HOLD_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A line of evidence that was told after the fact: nobody waits, who told it may not. */
    public void heard(Seen seen) {
        if (finder.concerns(seen)) {
            boolean _ = queue.offer(seen);
        }
    }

    /** A violation that was seen by somebody else than a sensor. */
    public void report(Breach breach) {
        boolean _ = queue.offer(breach);
    }

    /** Returns when what has come so far was dealt with, or nobody deals with it any more. */
    public void settle() throws InterruptedException {
        var marker = new Marker(new CountDownLatch(1));
        long end = System.nanoTime() + SETTLE_NANOS;
        while (thread.isAlive() && System.nanoTime() < end) {
            if (queue.offer(marker, GLANCE_MILLIS, TimeUnit.MILLISECONDS)) {
                break;
            }
        }
        while (thread.isAlive() && System.nanoTime() < end) {
            if (marker.reached().await(GLANCE_MILLIS, TimeUnit.MILLISECONDS)) {
                return;
            }
        }
    }

    /** The violation that the sandbox was killed for. */
    public Optional<Violation> fatal() {
        return fatal;
    }

    /** Deals with what has come so far, and ends. */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        while (thread.isAlive()) {
            if (queue.offer(End.NOW)) {
                break;
            }
            Thread.onSpinWait();
        }
        Last.of(thread);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (true) {
                switch (queue.take()) {
                    case Seen seen -> finder.find(seen).ifPresent(b -> deal(b, () -> {}));
                    case Held(Seen seen, CountDownLatch looked) -> {
                        finder.find(seen).ifPresent(b -> deal(b, looked::countDown));
                        looked.countDown();
                    }
                    case Breach breach -> deal(breach, () -> {});
                    case Marker(CountDownLatch reached) -> reached.countDown();
                    default -> {
                        return;
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** {@code held} is run as soon as what was seen may go on. */
    private void deal(Breach whole, Runnable held) {
        String detail = whole.detail();
        var breach =
                new Breach(
                        whole.violation(),
                        detail.length() > DETAIL ? detail.substring(0, DETAIL) : detail);
        Violation.Action action = policy.about(breach.violation());
        boolean first = known.size() < ROOM && known.add(breach);
        if (action == Violation.Action.KILL && fatal.isEmpty()) {
            freeze.run();
        }
        held.run();
        var violated = new PolicyViolated(breach.violation(), breach.detail(), action);
        notebook.saw(violated);
        if (first && told.merge(breach.violation(), 1, Integer::sum) <= TOLD) {
            tell(breach, violated);
        }
        if (action == Violation.Action.KILL && fatal.isEmpty()) {
            fatal = Optional.of(breach.violation());
            kill.run();
        }
    }

    private void tell(Breach breach, PolicyViolated violated) {
        String done =
                switch (violated.action()) {
                    case LOG -> "logged";
                    case DENY -> "refused";
                    case KILL -> hearers.killed();
                };
        hearers.tell()
                .accept("mcpsf: %s: %s (%s)".formatted(breach.violation(), breach.detail(), done));
        hearers.alert().accept(new GuardAlert(Instant.now(), session, violated));
        try {
            hearers.voice().alert(breach, violated.action());
        } catch (IOException e) {
            hearers.tell().accept("mcpsf: the client could not be notified: " + e.getMessage());
        }
    }
}
