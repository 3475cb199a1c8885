package io.mcpsf.observe.notify;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.json.Json;
import io.mcpsf.linux.EventFd;
import io.mcpsf.linux.HandoverSocket;
import io.mcpsf.linux.PidFd;
import io.mcpsf.linux.Poll;
import io.mcpsf.linux.SeccompListener;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Sink;
import io.mcpsf.observe.BaitMark;
import io.mcpsf.observe.SenseCounts;
import io.mcpsf.observe.Watch;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.SandboxSpec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One supervisor: a socket where the runtime hands over the listener, and a thread of its own that
 * answers until nobody is left in the sandbox. If that thread fails, the sandbox dies with it.
 */
final class NotifyWatch implements Watch {

    private static final List<Sense> SENSES =
            List.of(Sense.PROCESSES, Sense.FILES, Sense.SOCKETS, Sense.SYSCALLS);
    private static final Duration HANDOVER = Duration.ofSeconds(10);
    private static final long PATIENCE_MILLIS = 5_000;
    private static final String END = "end";

    private final SandboxSpec spec;
    private final Sink sink;
    private final Map<String, BaitMark> marks;
    private final CanaryFinder canaries;
    private final AtomicInteger numbers;
    private final boolean cold;
    private final SenseCounts tally = new SenseCounts(SENSES);
    private final Path folder;
    private final HandoverSocket socket;
    private final EventFd bell = new EventFd();
    private final CountDownLatch quiet = new CountDownLatch(1);
    private final Thread thread;
    private volatile boolean ending;
    private volatile boolean stopping;
    private volatile String blind = "the runtime passed no seccomp listener";
    private boolean closed;

    NotifyWatch(
            SandboxSpec spec,
            Sink sink,
            Map<String, BaitMark> marks,
            CanaryFinder canaries,
            AtomicInteger numbers,
            boolean cold,
            Path work) {
        this.numbers = numbers;
        this.cold = cold;
        this.sink = sink;
        this.marks = marks;
        this.canaries = canaries;
        try {
            // Made for our user alone; nobody else may hand us anything.
            folder = Files.createTempDirectory(work, "");
            Files.createFile(folder.resolve(END));
        } catch (IOException e) {
            throw new UncheckedIOException("a folder for the listener's socket", e);
        }
        Path path = folder.resolve("socket");
        socket = new HandoverSocket(path);
        this.spec = spec.with(new SandboxSpec.Listener.Socket(path));
        // Native calls that wait would pin a virtual thread's carrier.
        thread = Thread.ofPlatform().name("mcpsf-notify").daemon().start(this::supervise);
    }

    @Override
    public SandboxSpec spec() {
        return spec;
    }

    @Override
    public void started(Sandbox sandbox) {}

    /** From here on our own side may open decoys without being reported. */
    @Override
    public void ending(Sandbox sandbox) {
        ending = true;
        markEnd();
        bell.wake();
        try {
            if (thread.isAlive()) {
                quiet.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Seen by the witness in its place among all events, even if it looks much later. */
    private void markEnd() {
        try {
            Files.readAllBytes(folder.resolve(END));
        } catch (IOException e) {
            throw new UncheckedIOException("marking the end of a run", e);
        }
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        stopping = true;
        bell.wake();
        try {
            thread.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            // Its descriptors are still in use: better to leak two than to close another's.
            blind = "the supervisor did not stop";
            return;
        }
        bell.close();
        socket.close();
        try {
            Files.deleteIfExists(folder.resolve("socket"));
            Files.deleteIfExists(folder.resolve(END));
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("removing " + folder, e);
        }
    }

    @Override
    public Map<Sense, SenseHealth> health() {
        Map<Sense, SenseHealth> health = new EnumMap<>(Sense.class);
        for (Sense sense : SENSES) {
            health.put(sense, health(sense));
        }
        return health;
    }

    private SenseHealth health(Sense sense) {
        if (!blind.isEmpty()) {
            return SenseHealth.blind(blind);
        }
        long missed = tally.missed();
        return missed == 0
                ? SenseHealth.full(tally.seen(sense))
                : SenseHealth.lossy(tally.seen(sense), missed, tally.why());
    }

    private void supervise() {
        try {
            HandoverSocket.Handover handover = handover();
            if (handover.descriptor() < 0) {
                return;
            }
            // Owned first: a listener that is neither answered nor closed would hang the sandbox.
            try (var listener = new SeccompListener(handover.descriptor());
                    var first = new PidFd(pid(handover))) {
                blind = "";
                watch(listener, first);
            }
        } catch (Throwable t) {
            // Nobody is left who could act on it: it shows as blindness in the report.
            blind = "the supervisor failed: " + t;
        } finally {
            quiet.countDown();
        }
    }

    private static int pid(HandoverSocket.Handover handover) {
        return Json.read(handover.message()).path("pid").asInt(0);
    }

    private HandoverSocket.Handover handover() {
        try (var poll = new Poll(socket.fd(), bell.fd())) {
            if (cold) {
                // While the runtime builds the sandbox there is nothing else to do.
                Warmth.warm(
                        () -> {
                            poll.await(0);
                            return poll.readable(0) || poll.readable(1);
                        });
            }
            while (!stopping) {
                poll.await(-1);
                if (poll.readable(0)) {
                    var handover = socket.accept(HANDOVER);
                    if (handover.descriptor() >= 0) {
                        return handover;
                    }
                }
                if (poll.readable(1)) {
                    bell.clear();
                    quiet.countDown();
                }
            }
        }
        return new HandoverSocket.Handover("", -1);
    }

    private void watch(SeccompListener listener, PidFd first) {
        boolean done = false;
        try (var bait = new BaitBook(marks);
                var session = new Session(listener, spec, bait, canaries, sink, tally, numbers);
                var poll = new Poll(listener.fd(), bell.fd(), bait.fd(), bait.namedFd())) {
            bait.endsWith(folder.resolve(END));
            while (!done) {
                poll.await(-1);
                if (poll.readable(2) || poll.readable(3)) {
                    session.hear();
                }
                if (poll.readable(0)) {
                    session.serve();
                } else if (poll.gone(0)) {
                    session.hear();
                    done = true;
                }
                if (poll.readable(1)) {
                    bell.clear();
                    if (ending) {
                        session.hear();
                        bait.quiet();
                        quiet.countDown();
                    }
                    done |= stopping;
                }
            }
        } finally {
            if (!done) {
                first.kill();
            }
        }
    }
}
