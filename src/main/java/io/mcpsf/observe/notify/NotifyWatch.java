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
import io.mcpsf.observe.BaitMark;
import io.mcpsf.observe.SecondWitness;
import io.mcpsf.observe.SenseCounts;
import io.mcpsf.observe.Watch;
import io.mcpsf.observe.WatchThread;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.SandboxSpec;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One supervisor: a socket where the runtime hands over the listener, and a thread of its own that
 * answers until nobody is left in the sandbox. If that thread fails, the sandbox dies with it.
 */
final class NotifyWatch implements Watch {

    private static final List<Sense> SENSES =
            List.of(Sense.PROCESSES, Sense.FILES, Sense.SOCKETS, Sense.SYSCALLS);
    private static final Duration HANDOVER = Duration.ofSeconds(10);

    private final SandboxSpec spec;
    private final SecondWitness.Statement statement;
    private final Map<String, BaitMark> marks;
    private final CanaryFinder canaries;
    private final AtomicInteger numbers;
    private final boolean cold;
    private final SenseCounts tally = new SenseCounts(SENSES);
    private final WatchThread thread;
    private final HandoverSocket socket;

    NotifyWatch(
            SandboxSpec spec,
            SecondWitness.Statement statement,
            Map<String, BaitMark> marks,
            CanaryFinder canaries,
            AtomicInteger numbers,
            boolean cold,
            Path work) {
        this.numbers = numbers;
        this.cold = cold;
        this.statement = statement;
        this.marks = marks;
        this.canaries = canaries;
        thread =
                new WatchThread(
                        "supervisor",
                        work,
                        "the runtime passed no seccomp listener",
                        this::supervise);
        Path path = thread.folder().resolve("socket");
        socket = new HandoverSocket(path);
        this.spec = spec.with(new SandboxSpec.Listener.Socket(path));
        thread.start();
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
        thread.end();
    }

    @Override
    public void close() {
        thread.close(List.of(socket::close, statement::close));
    }

    @Override
    public Map<Sense, SenseHealth> health() {
        Map<Sense, SenseHealth> health = new EnumMap<>(Sense.class);
        for (Sense sense : SENSES) {
            SenseHealth first = thread.health(() -> tally.health(sense));
            health.put(sense, statement.health(sense).map(first::and).orElse(first));
        }
        return health;
    }

    private void supervise() {
        HandoverSocket.Handover handover = handover();
        if (handover.descriptor() < 0) {
            return;
        }
        // Owned first: a listener that is neither answered nor closed would hang the sandbox.
        try (var listener = new SeccompListener(handover.descriptor());
                var first = new PidFd(pid(handover))) {
            thread.seeing();
            watch(listener, first);
        }
    }

    private static int pid(HandoverSocket.Handover handover) {
        return Json.read(handover.message()).path("pid").asInt(0);
    }

    private HandoverSocket.Handover handover() {
        EventFd bell = thread.bell();
        try (var poll = new Poll(socket.fd(), bell.fd())) {
            if (cold) {
                // While the runtime builds the sandbox there is nothing else to do.
                Warmth.warm(
                        () -> {
                            poll.await(0);
                            return poll.readable(0) || poll.readable(1);
                        });
            }
            while (!thread.isStopping()) {
                poll.await(-1);
                if (poll.readable(0)) {
                    var handover = socket.accept(HANDOVER);
                    if (handover.descriptor() >= 0) {
                        return handover;
                    }
                }
                if (poll.readable(1)) {
                    bell.clear();
                    thread.quieted();
                }
            }
        }
        return new HandoverSocket.Handover("", -1);
    }

    private void watch(SeccompListener listener, PidFd first) {
        EventFd bell = thread.bell();
        boolean done = false;
        try (var bait = new BaitBook(marks);
                var session =
                        new Session(listener, spec, bait, canaries, statement, tally, numbers);
                var poll = new Poll(listener.fd(), bell.fd(), bait.fd(), bait.namedFd())) {
            bait.endsWith(thread.endMark());
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
                    if (thread.isEnding()) {
                        session.hear();
                        bait.quiet();
                        thread.quieted();
                    }
                    done |= thread.isStopping();
                }
            }
        } finally {
            if (!done) {
                first.kill();
            }
        }
    }
}
