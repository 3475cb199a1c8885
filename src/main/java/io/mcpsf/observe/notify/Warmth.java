package io.mcpsf.observe.notify;

import io.mcpsf.linux.ErrnoException;
import io.mcpsf.linux.FileCalls;
import io.mcpsf.linux.TaskMemory;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Warms up the code path of every system call, on our own process, before the first call of a
 * sample: cold code takes ten times as long, just while a server starts. It saves only a part of
 * that, so it must not take longer than the runtime takes to start anyway.
 */
final class Warmth {

    /** About as long as a runtime takes to build a sandbox. */
    private static final Duration MOST = Duration.ofMillis(150);

    private static final List<byte[]> PLACES =
            List.of(
                    Lineage.ascii("/proc/version"),
                    Lineage.ascii("/etc/no/such/file"),
                    Lineage.ascii("no-such-file"));

    private Warmth() {}

    /** Goes on until it is wanted elsewhere, but not for long. */
    static void warm(BooleanSupplier wanted) {
        long end = System.nanoTime() + MOST.toNanos();
        try (var files = new FileCalls();
                var memory = new TaskMemory();
                var lineage = new Lineage(files, new AtomicInteger());
                var paths =
                        new PathLookup(
                                files,
                                files.open(
                                        FileCalls.AT_FDCWD,
                                        Lineage.ascii("/"),
                                        FileCalls.O_PATH | FileCalls.O_DIRECTORY))) {
            int self = (int) ProcessHandle.current().pid();
            while (!wanted.getAsBoolean() && System.nanoTime() < end) {
                for (int i = 0; i < 20; i++) {
                    Task task = lineage.task(self);
                    for (byte[] place : PLACES) {
                        memory.own();
                        paths.find(task, FileCalls.AT_FDCWD, place, true);
                    }
                }
            }
        } catch (ErrnoException | NumberFormatException notHere) {
            // Then the first calls are slow, and nothing else is lost.
            return;
        }
    }
}
