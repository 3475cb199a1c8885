package io.mcpsf.run.record;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Prints lines into a file on a thread of its own, in their order, until it is closed: a system
 * call that was seen goes on while its line is made. The queue is bounded; who is faster than the
 * disk waits for it, and no line is lost.
 */
final class EvidenceWriter implements AutoCloseable {

    private static final int ROOM = 4096;

    /** Lines come in bursts: one wake-up for all of a moment costs less than one for each. */
    private static final int MOMENT_MILLIS = 20;

    private static final int GLANCE_MILLIS = 100;

    private final OutputStream file;
    private final BlockingQueue<Supplier<byte[]>> queue = new ArrayBlockingQueue<>(ROOM);
    private final Thread thread;
    private volatile Optional<IOException> failure = Optional.empty();
    private volatile boolean ending;

    EvidenceWriter(OutputStream file, String name) {
        this.file = new BufferedOutputStream(file, 1 << 16);
        this.thread = Thread.ofPlatform().daemon().name(name).start(this::run);
    }

    /** Prints this after all before it; throws when an earlier one could not be written. */
    void print(Supplier<byte[]> line) {
        fail();
        if (!queue.offer(line)) {
            put(line);
        }
    }

    /** All that was printed is in the file, or this throws. Nothing may be printed after it. */
    @Override
    public void close() {
        ending = true;
        // An empty line wakes it up.
        put(() -> new byte[0]);
        uninterrupted(thread::join);
        fail();
    }

    private void fail() {
        if (failure.isPresent()) {
            throw new UncheckedIOException("cannot write the evidence file", failure.get());
        }
    }

    /** Nobody waits for a press that stands still. */
    private void put(Supplier<byte[]> line) {
        uninterrupted(
                () -> {
                    boolean taken = false;
                    while (!taken && thread.isAlive()) {
                        taken = queue.offer(line, GLANCE_MILLIS, TimeUnit.MILLISECONDS);
                    }
                });
    }

    private interface Wait {
        void once() throws InterruptedException;
    }

    /** An interruption ends the work that is recorded, never the record of it. */
    private static void uninterrupted(Wait wait) {
        boolean interrupted = false;
        boolean waiting = true;
        while (waiting) {
            try {
                wait.once();
                waiting = false;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try (file) {
            var batch = new ArrayList<Supplier<byte[]>>();
            do {
                batch.clear();
                uninterrupted(() -> batch.add(queue.take()));
                if (queue.size() < ROOM / 8 && !ending) {
                    uninterrupted(() -> Thread.sleep(MOMENT_MILLIS));
                }
                queue.drainTo(batch);
                write(batch);
            } while (!ending || !queue.isEmpty());
        } catch (IOException e) {
            failure = Optional.of(e);
        } catch (RuntimeException | Error e) {
            failure = Optional.of(new IOException("a line could not be made", e));
        }
    }

    private void write(List<Supplier<byte[]>> lines) throws IOException {
        for (Supplier<byte[]> line : lines) {
            file.write(line.get());
        }
        // Whoever follows the file has it then, also of a process that is killed a moment later.
        file.flush();
    }
}
