package io.mcpsf.observe.notify;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.linux.CallNames;
import io.mcpsf.linux.Errno;
import io.mcpsf.linux.ErrnoException;
import io.mcpsf.linux.FileCalls;
import io.mcpsf.linux.SeccompListener;
import io.mcpsf.linux.TaskMemory;
import io.mcpsf.model.ProcessObservation.CallNoted;
import io.mcpsf.model.ProcessObservation.Image;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.Sense;
import io.mcpsf.observe.SecondWitness;
import io.mcpsf.observe.SenseCounts;
import io.mcpsf.sandbox.CallPolicy;
import io.mcpsf.sandbox.CallPolicy.Decision;
import io.mcpsf.sandbox.SandboxSpec;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntToLongFunction;

/**
 * The sample's system calls, one after the other: each is looked at, reported, and answered.
 * Whatever happens, it is answered, because the caller waits.
 */
final class Session implements AutoCloseable {

    private final SeccompListener listener;
    private final IntToLongFunction arguments;
    private final SandboxSpec.Program program;
    private final BaitBook bait;
    private final CanaryFinder canaries;
    private final SecondWitness.Statement sink;
    private final SenseCounts tally;
    private final CallPolicy policy = CallPolicy.usual();
    private final FileCalls files = new FileCalls();
    private final TaskMemory memory = new TaskMemory();
    private final Lineage lineage;
    private final LaterClock clock;
    private final @Nullable Handler[] handlers = new Handler[512];
    private final Withdrawn withdrawn = new Withdrawn();
    private @Nullable PathLookup paths;
    private @Nullable ExecWitness witness;

    Session(
            SeccompListener listener,
            SandboxSpec spec,
            BaitBook bait,
            CanaryFinder canaries,
            SecondWitness.Statement sink,
            SenseCounts tally,
            AtomicInteger numbers) {
        this.lineage = new Lineage(files, numbers);
        this.listener = listener;
        this.arguments = listener::argument;
        this.program = spec.program();
        this.clock = new LaterClock(spec.world().ahead(), sink);
        this.bait = bait;
        this.canaries = canaries;
        this.sink = sink;
        this.tally = tally;
    }

    /** Receives one call and answers it. */
    void serve() {
        if (!listener.receive()) {
            return;
        }
        int number = listener.number();
        Decision decision = policy.decide(listener.architecture(), number, arguments);
        boolean first = paths == null;
        if (first) {
            // Until it executes the program, it is the runtime that calls, and we trust it.
            if (!CallNames.ours().name(number).startsWith("execve")) {
                listener.proceed();
                return;
            }
            begin();
        }
        if (clock.moved()) {
            tellClock(number);
        }
        if (witness != null && !witness.idle()) {
            settleExecs(witness);
        }
        if (!first && decision.kind() == CallPolicy.Kind.ALLOW) {
            listener.proceed();
            return;
        }
        if (!OpenHandler.opens(number)) {
            // Opens come too often to wait for the other witness, and nothing follows from one yet.
            sink.catchUp();
        }
        int errno = look(number, decision);
        boolean heard = errno == 0 ? listener.proceed() : listener.refuse(errno);
        withdrawn.answered(listener.thread(), heard);
    }

    /** Hears who opened decoys. Whoever opens a file has made a call before that, and is known. */
    void hear() {
        bait.hear(sink, files, lineage::number);
    }

    private void settleExecs(ExecWitness execs) {
        try {
            execs.calls(lineage.task(listener.thread()));
        } catch (ErrnoException gone) {
            // It ended while it waited; its end settles what it executed.
        }
    }

    private void tellClock(int number) {
        try {
            clock.calls(
                    lineage.task(listener.thread()),
                    CallNames.ours().name(number).startsWith("execve"));
        } catch (ErrnoException gone) {
            // It ended while it waited; there is no clock to move.
        }
    }

    @Override
    public void close() {
        if (witness != null) {
            witness.close();
        }
        lineage.close();
        if (paths != null) {
            paths.close();
        }
        files.close();
        memory.close();
    }

    /** The first instruction of the sample is about to be: now its root folder is in place. */
    private void begin() {
        int root =
                files.open(
                        FileCalls.AT_FDCWD,
                        Lineage.ascii("/proc/" + listener.thread() + "/root"),
                        FileCalls.O_PATH | FileCalls.O_DIRECTORY);
        if (root < 0) {
            throw new ErrnoException("open of the sandbox's root", -root);
        }
        var found = new PathLookup(files, root);
        paths = found;
        bait.learn(found);
        sink.begins(listener.thread());
        var execs = new ExecWitness(files, found, sink, tally);
        witness = execs;
        Map<String, Handler> byName =
                SyscallHandlers.all(found, bait, new Sockets(files), canaries, execs);
        CallNames calls = CallNames.ours();
        byName.forEach(
                (name, handler) -> {
                    // A machine may lack a call, such as open, where a newer one does the same.
                    if (calls.has(name)) {
                        handlers[calls.number(name)] = handler;
                    }
                });
        first();
    }

    /** The runtime's memory may be closed to us; what it executes is what we told it to. */
    private void first() {
        Task task = lineage.task(listener.thread());
        try {
            memory.word(task.thread, listener.argument(1));
        } catch (ErrnoException closed) {
            task.process.announced = true;
            tally.saw(Sense.PROCESSES);
            sink.saw(
                    task.process.number,
                    new ProcessStarted(
                            task.process.number,
                            0,
                            program.argv().getFirst(),
                            program.argv(),
                            Image.FILE,
                            List.of()));
        }
    }

    /** Looks at a call and reports it; the error to answer with, or 0 to let the kernel go on. */
    private int look(int number, Decision decision) {
        int errno = decision.fails() ? decision.errno() : 0;
        Trap trap;
        try {
            trap = new Trap(listener, memory, lineage.task(listener.thread()));
            read(trap, number, decision);
        } catch (ErrnoException e) {
            return unreadable(number, errno, e);
        } catch (RuntimeException e) {
            // Our mistake, found by a hostile argument: it costs this call and our word for it.
            tally.missed(CallNames.ours().name(number) + ": " + e);
            return errno == 0 ? Errno.EPERM : errno;
        }
        if (listener.stillWaits()) {
            report(trap);
        }
        return errno;
    }

    private void read(Trap trap, int number, Decision decision) {
        if (decision.fails()) {
            Refusals.see(trap, listener.architecture(), number);
            return;
        }
        Handler handler = handlers[number];
        if (handler == null) {
            throw new IllegalStateException("watched, but nobody reads it");
        }
        handler.see(trap);
    }

    private void report(Trap trap) {
        var process = trap.task().process;
        sink.knows(process.id, process.number);
        if (!process.announced) {
            process.announced = true;
            tally.saw(Sense.PROCESSES);
            sink.saw(process.number, CallNoted.fork(process.parent));
        }
        for (var sighting : withdrawn.untold(trap.task().thread, trap.sightings())) {
            tally.saw(sighting.sense());
            sink.saw(process.number, sighting.what());
        }
    }

    /**
     * Memory that is not there fails in the kernel just so; we say it ourselves, because by now it
     * might be there. Anything else that keeps us from reading is a loss.
     */
    private int unreadable(int number, int errno, ErrnoException why) {
        if (!listener.stillWaits()) {
            return Errno.EINTR;
        }
        if (errno == 0 && why.errno() == Errno.EFAULT) {
            int process = lineage.task(listener.thread()).process.number;
            tally.saw(Sense.SYSCALLS);
            sink.saw(
                    process,
                    new CallNoted(CallNames.ours().name(number), "arguments that are not there"));
            return Errno.EFAULT;
        }
        tally.missed(why.getMessage());
        return errno == 0 ? Errno.EPERM : errno;
    }
}
