package io.mcpsf.observe.seccheck;

import io.mcpsf.linux.ErrnoException;
import io.mcpsf.linux.FileCalls;
import io.mcpsf.linux.PacketSocket;
import io.mcpsf.linux.PidFd;
import io.mcpsf.linux.Poll;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Sink;
import io.mcpsf.observe.SenseCounts;
import io.mcpsf.observe.Watch;
import io.mcpsf.observe.WatchThread;
import io.mcpsf.sandbox.Place;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.SandboxSpec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * One listener: a socket that gVisor calls before the sample's first instruction, and a thread of
 * its own that reads until gVisor is gone. If that thread fails, the sandbox dies with it.
 */
final class SeccheckWatch implements Watch {

    private static final List<Sense> SENSES =
            List.of(Sense.PROCESSES, Sense.FILES, Sense.SOCKETS, Sense.SYSCALLS);

    /** Version 1 of the handshake, both ways. */
    private static final byte[] HANDSHAKE = {8, 1};

    private static final long PATIENCE_MILLIS = 5_000;

    /** Packets read before the files are looked at again. */
    private static final int AT_ONCE = 64;

    private final SandboxSpec spec;
    private final Sink sink;
    private final SeccheckSensor.Bait bait;
    private final AtomicInteger numbers;
    private final SenseCounts tally = new SenseCounts(SENSES);
    private final WatchThread thread;
    private final PacketSocket socket;
    private final CompletableFuture<Sandbox> begun = new CompletableFuture<>();
    private final CompletableFuture<Map<String, Path>> scratch = new CompletableFuture<>();
    private final byte[] buffer = new byte[PacketSocket.Caller.LONGEST];
    private volatile long dropped;

    SeccheckWatch(
            SandboxSpec spec,
            Sink sink,
            SeccheckSensor.Bait bait,
            AtomicInteger numbers,
            Path work) {
        this.sink = sink;
        this.bait = bait;
        this.numbers = numbers;
        thread = new WatchThread("listener", work, "gVisor did not connect", this::listen);
        Path path = thread.folder().resolve("socket");
        socket = new PacketSocket(path);
        Path config = thread.folder().resolve("session.json");
        try {
            Files.writeString(config, TraceConfig.to(path));
        } catch (IOException e) {
            throw new UncheckedIOException("the listener's session", e);
        }
        this.spec = spec.with(new SandboxSpec.Listener.Trace(config, scratch::complete));
        thread.start();
    }

    @Override
    public SandboxSpec spec() {
        return spec;
    }

    @Override
    public void started(Sandbox sandbox) {
        begun.complete(sandbox);
    }

    /** From here on our own side may open decoys without being reported. */
    @Override
    public void ending(Sandbox sandbox) {
        thread.end();
    }

    @Override
    public void close() {
        begun.cancel(false);
        scratch.cancel(false);
        thread.close(List.of(socket::close));
    }

    @Override
    public Map<Sense, SenseHealth> health() {
        Map<Sense, SenseHealth> health = new EnumMap<>(Sense.class);
        for (Sense sense : SENSES) {
            health.put(sense, thread.health(() -> counted(sense)));
        }
        return health;
    }

    private SenseHealth counted(Sense sense) {
        return dropped == 0
                ? tally.health(sense)
                : SenseHealth.lossy(
                        tally.seen(sense),
                        tally.missed() + dropped,
                        "gVisor's trace is incomplete: too many or too long events");
    }

    private void listen() throws InterruptedException, ExecutionException, TimeoutException {
        try (var files = new FileCalls()) {
            Optional<PacketSocket.Caller> caller = called();
            if (caller.isEmpty()) {
                return;
            }
            try (var gvisor = caller.get();
                    var insides = new Insides(files, places(scratch.get(1, TimeUnit.MINUTES)));
                    var decoys = new Decoys(bait.marks())) {
                watch(gvisor, files, insides, decoys);
            }
        }
    }

    /** gVisor, once it has called; nobody when we are told to stop first. */
    private Optional<PacketSocket.Caller> called() {
        try (var poll = new Poll(socket.fd(), thread.bell().fd())) {
            while (!thread.isStopping()) {
                poll.await(-1);
                if (poll.readable(0)) {
                    Optional<PacketSocket.Caller> caller = socket.accept();
                    if (caller.isPresent()) {
                        return caller;
                    }
                }
                if (poll.readable(1)) {
                    thread.bell().clear();
                    thread.quieted();
                }
            }
        }
        return Optional.empty();
    }

    private void greet(PacketSocket.Caller caller) {
        try (var poll = new Poll(caller.fd())) {
            poll.await((int) PATIENCE_MILLIS);
        }
        if (caller.receive(buffer) <= 0) {
            throw new IllegalStateException("no greeting");
        }
        caller.send(HANDSHAKE);
    }

    /** gVisor waits for our greeting, and the sample for gVisor: all eyes are open before. */
    private void watch(PacketSocket.Caller gvisor, FileCalls files, Insides insides, Decoys decoys)
            throws InterruptedException, ExecutionException, TimeoutException {
        decoys.learn(insides, files);
        decoys.endsWith(thread.endMark());
        var story =
                new TraceTranslator(
                        bait,
                        sink,
                        tally,
                        new Members(numbers),
                        new TraceTranslator.Places(insides, decoys));
        try (var acts = new Acts(files, insides, story::acted);
                var poll =
                        new Poll(
                                gvisor.fd(),
                                thread.bell().fd(),
                                acts.fd(),
                                decoys.fd(),
                                decoys.namedFd())) {
            insides.places().forEach(at -> acts.watch(at.getBytes(StandardCharsets.UTF_8)));
            greet(gvisor);
            Sandbox sandbox = begun.get(1, TimeUnit.MINUTES);
            boolean done = false;
            try {
                insides.root(sandbox.root());
                thread.seeing();
                var host = new HostProcesses(files, sandbox.pid());
                done = follow(gvisor, story, acts, () -> decoys.hear(files, host), poll);
            } finally {
                if (!done) {
                    kill((int) sandbox.pid());
                }
            }
        }
    }

    private static void kill(int pid) {
        try (var kernel = new PidFd(pid)) {
            kernel.kill();
        } catch (ErrnoException gone) {
            return; // Then there is nothing left to watch.
        }
    }

    private boolean follow(
            PacketSocket.Caller gvisor,
            TraceTranslator story,
            Acts acts,
            Runnable hearDecoys,
            Poll poll) {
        boolean over = false;
        while (!over) {
            poll.await(-1);
            over = look(gvisor, story, acts, hearDecoys);
            if (poll.readable(1)) {
                thread.bell().clear();
                if (thread.isEnding()) {
                    break;
                }
                over |= thread.isStopping();
            }
        }
        while (!over && pending(poll)) {
            over = look(gvisor, story, acts, hearDecoys);
        }
        acts.hear();
        hearDecoys.run();
        acts.tell();
        story.end();
        if (acts.overflowed()) {
            tally.missed("more file changes than the host could report");
        }
        dropped = story.dropped();
        thread.quieted();
        return over || drain(gvisor, story);
    }

    private static boolean pending(Poll poll) {
        poll.await(0);
        return poll.readable(0);
    }

    /** One round over everybody who has news; true when gVisor is gone. */
    private boolean look(
            PacketSocket.Caller gvisor, TraceTranslator story, Acts acts, Runnable hearDecoys) {
        // Files first: an open that made a file is told after the file is there.
        acts.hear();
        hearDecoys.run();
        boolean over = !read(gvisor, story, acts);
        acts.tell();
        return over;
    }

    /** What is said in the last moments is heard, but files are ours to open now. */
    private boolean drain(PacketSocket.Caller gvisor, TraceTranslator story) {
        try (var poll = new Poll(gvisor.fd(), thread.bell().fd())) {
            while (!thread.isStopping()) {
                poll.await(-1);
                if (poll.readable(0) || poll.gone(0)) {
                    int length = gvisor.receive(buffer);
                    if (length == 0) {
                        break;
                    }
                    hear(length, story, _ -> false);
                }
                if (poll.readable(1)) {
                    thread.bell().clear();
                }
            }
        }
        dropped = story.dropped();
        return true;
    }

    /** Reads what is there; false when the other side is gone. */
    private boolean read(PacketSocket.Caller gvisor, TraceTranslator story, Acts acts) {
        for (int i = 0; i < AT_ONCE; i++) {
            int length = gvisor.receive(buffer);
            if (length == 0) {
                return false;
            }
            if (length < 0) {
                return true;
            }
            hear(length, story, acts::fresh);
        }
        return true;
    }

    private void hear(int length, TraceTranslator story, Predicate<String> fresh) {
        try {
            story.read(TracePacket.read(buffer, length), fresh);
        } catch (BadMessageException e) {
            tally.missed(e.getMessage());
        }
    }

    /** Every writable place but those that are filled on purpose. */
    private Map<String, Path> places(Map<String, Path> scratch) {
        Map<String, Path> places = new HashMap<>(scratch);
        for (Place place : spec.places()) {
            switch (place) {
                case Place.Grown it -> places.remove(it.at());
                case Place.Scratch _, Place.Shown _, Place.Lent _ -> {}
            }
        }
        return places;
    }
}
