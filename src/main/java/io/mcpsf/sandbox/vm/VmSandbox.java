package io.mcpsf.sandbox.vm;

import io.mcpsf.model.Exit;
import io.mcpsf.os.Scratch;
import io.mcpsf.os.TreeCopy;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.Limits;
import io.mcpsf.sandbox.Sandbox;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * A guest that runs one program. Around QEMU is the sandbox of another executor, which holds what
 * the guest may use of the host; inside, the guest's own kernel holds the limits of the program.
 */
final class VmSandbox implements Sandbox {

    /** As long as a killed guest may take to tell its end and give its files back. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(20);

    /** Emulated, on a busy machine. */
    private static final Duration FREEZE = Duration.ofSeconds(20);

    private static final Duration COPY = Duration.ofMinutes(5);

    private static final long FORK_BOMB = 100;

    private final Sandbox around;
    private final String back;
    private final Scratch scratch;
    private final Path returned;
    private final BytePipe out = new BytePipe();
    private final BytePipe err = new BytePipe();
    private final CompletableFuture<Exit> ended = new CompletableFuture<>();
    private final AtomicReference<Optional<Exit>> ours = new AtomicReference<>(Optional.empty());
    private final CompletableFuture<Void> sent = new CompletableFuture<>();
    private final GuestOrders orders;
    private final GuestFiles files = new GuestFiles();
    private final AtomicReference<CompletableFuture<Void>> frozen =
            new AtomicReference<>(new CompletableFuture<>());
    private final OutputStream input;

    /** Whether the guest was told to stop the program, and whether QEMU is stopped as well. */
    private volatile boolean stopped;

    private volatile boolean still;
    private volatile GuestStream.Counters counters = GuestStream.Counters.none();

    private VmSandbox(Sandbox around, String back, Scratch scratch, Path returned) {
        this.around = around;
        this.orders = new GuestOrders(around.pipes().stdin());
        this.input = orders.input();
        this.back = back;
        this.scratch = scratch;
        this.returned = returned;
    }

    /** Gives a guest that was just restored its job. */
    static VmSandbox start(
            Sandbox around, GuestJob job, String back, Limits limits, Consumer<byte[]> call) {
        Scratch scratch = Scratch.make();
        try {
            Path returned = Files.createDirectory(scratch.path().resolve("returned"));
            var sandbox = new VmSandbox(around, back, scratch, returned);
            Thread.ofVirtual().name("job of a guest").start(() -> sandbox.send(job));
            Thread.ofVirtual()
                    .name("guest")
                    .start(() -> sandbox.listen(limits.diskBytes() + job.given(), call));
            Thread.ofVirtual().name("time of a guest").start(() -> sandbox.time(limits));
            return sandbox;
        } catch (IOException e) {
            scratch.close();
            throw new ExecutorException("a guest cannot be given its job", e);
        }
    }

    private void send(GuestJob job) {
        try {
            orders.begin(job);
            sent.complete(null);
        } catch (IOException | ExecutorException e) {
            lost("it did not take its job");
        }
    }

    private void listen(long room, Consumer<byte[]> call) {
        try (var last = new ReturnedFiles(returned, room)) {
            Exit exit =
                    new GuestStream(
                                    around.pipes().stdout(),
                                    out,
                                    err,
                                    files.endingWith(last),
                                    new GuestStream.Hearers(this::count, call, this::stands))
                            .read();
            last.finish();
            ended.complete(ours.get().orElse(exit));
        } catch (IOException e) {
            lost("its files cannot be stored");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lost("it is not heard any more");
            files.over();
            frozen.get().completeExceptionally(new IOException("the guest has ended"));
            out.end();
            err.end();
        }
    }

    private void count(GuestStream.Counters told) {
        counters = told;
        if (told.forksRefused() >= FORK_BOMB) {
            kill(new Exit.TooManyProcesses());
        }
    }

    /** The clock is ours: a guest may believe what it likes. */
    private void time(Limits limits) {
        try {
            sent.get();
            if (await(limits.wallClock()).isEmpty()) {
                kill(new Exit.TimedOut());
                if (await(LAST_WORDS).isEmpty()) {
                    ended.complete(new Exit.TimedOut());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            lost("it did not take its job");
        }
    }

    /** Asks the guest to kill the program; how that ended is known here already. */
    private void kill(Exit reason) {
        if (!ours.compareAndSet(Optional.empty(), Optional.of(reason))) {
            return;
        }
        try {
            orders.kill();
        } catch (IOException gone) {
            ended.complete(reason);
        }
    }

    private void lost(String why) {
        ended.complete(ours.get().orElse(new Exit.Lost(why)));
    }

    @Override
    public Pipes pipes() {
        return new Pipes(input, out, err);
    }

    @Override
    public long pid() {
        return around.pid();
    }

    @Override
    public boolean ownNetwork() {
        return true;
    }

    /** Empty until the guest has given its files back. */
    @Override
    public Path outside(String place) {
        if (!place.equals(back)) {
            throw new IllegalArgumentException(place + " stays in the guest");
        }
        return returned;
    }

    /** The guest gives its files, so QEMU must run; the program stands still meanwhile. */
    @Override
    public void copy(String place, Path to, TreeCopy.Caps caps) throws IOException {
        boolean wasStill = still;
        if (wasStill) {
            around.thaw();
        }
        try (var copied = new ReturnedFiles(Files.createDirectory(to), caps)) {
            files.ask(copied, () -> orders.give(place), COPY);
            copied.finish();
        } finally {
            if (wasStill) {
                boolean _ = around.freeze();
            }
        }
    }

    /** The guest stops the program, so that it can still be asked; then the host stops QEMU. */
    @Override
    public boolean freeze() {
        try {
            if (!still) {
                stopped = true;
                orders.freeze();
                frozen.get().get(FREEZE.toMillis(), TimeUnit.MILLISECONDS);
            }
            still = around.freeze();
            return still;
        } catch (IOException | ExecutionException | TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void thaw() {
        if (!stopped) {
            return;
        }
        around.thaw();
        stopped = false;
        still = false;
        frozen.set(new CompletableFuture<>());
        try {
            orders.thaw();
        } catch (IOException gone) {
            return; // Nothing of it is left that could go on.
        }
    }

    private void stands() {
        frozen.get().complete(null);
    }

    @Override
    public Space space(String place) {
        return new Space(counters.diskUsed(), counters.diskFree());
    }

    @Override
    public Optional<Exit> await(Duration atMost) throws InterruptedException {
        try {
            return Optional.of(ended.get(atMost.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new ExecutorException("lost sight of a guest", e);
        }
    }

    @Override
    public long memoryNow() {
        return around.memoryNow();
    }

    /** Time and memory as the host counts them for all of QEMU; the rest is the guest's word. */
    @Override
    public Usage usage() {
        Usage whole = around.usage();
        return new Usage(
                whole.cpuMillis(),
                whole.memoryPeakBytes(),
                counters.processes(),
                counters.forksRefused(),
                Math.max(whole.memoryKills(), counters.memoryKills()));
    }

    @Override
    public void close() {
        around.close();
        out.end();
        err.end();
        scratch.close();
    }
}
