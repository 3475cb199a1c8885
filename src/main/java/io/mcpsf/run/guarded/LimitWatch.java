package io.mcpsf.run.guarded;

import io.mcpsf.guard.Breach;
import io.mcpsf.model.Exit;
import io.mcpsf.model.Violation;
import io.mcpsf.sandbox.Sandbox;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Gives limits that the kernel holds their names when they are met. */
public final class LimitWatch implements AutoCloseable {

    private static final Duration LOOK = Duration.ofMillis(200);

    /** Less is a full disk: the smallest file takes a page. */
    private static final long PAGE = 4096;

    private final Sandbox sandbox;
    private final String disk;
    private final Consumer<Breach> report;
    private final Set<Violation> met = EnumSet.noneOf(Violation.class);
    private final Thread thread;

    /** The disk is known by a scratch place of it. */
    public LimitWatch(Sandbox sandbox, String disk, Consumer<Breach> report) {
        this.sandbox = sandbox;
        this.disk = disk;
        this.report = report;
        this.thread = Thread.ofVirtual().name("limits").start(this::run);
    }

    @Override
    public void close() {
        thread.interrupt();
        io.mcpsf.os.Last.of(thread);
    }

    /** The name of what ended it, if a limit did. */
    public static Optional<Breach> of(Exit exit) {
        return switch (exit) {
            case Exit.OutOfMemory() -> Optional.of(breach(Violation.MEMORY_EXCEEDED));
            case Exit.TooManyProcesses() -> Optional.of(breach(Violation.PROCESS_LIMIT));
            case Exit.TimedOut() -> Optional.of(breach(Violation.TIME_EXCEEDED));
            case Exit.Code _, Exit.Signal _, Exit.Lost _ -> Optional.empty();
        };
    }

    private static Breach breach(Violation violation) {
        return new Breach(violation, violation.meaning());
    }

    private void run() {
        try {
            while (sandbox.await(LOOK).isEmpty()) {
                Sandbox.Usage usage = sandbox.usage();
                look(usage.memoryKills() > 0, Violation.MEMORY_EXCEEDED);
                look(usage.forksRefused() > 0, Violation.PROCESS_LIMIT);
                look(sandbox.space(disk).freeBytes() < PAGE, Violation.DISK_EXCEEDED);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look(boolean over, Violation violation) {
        if (over && met.add(violation)) {
            report.accept(breach(violation));
        }
    }
}
