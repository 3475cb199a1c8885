package io.mcpsf.observe.ebpf;

import io.mcpsf.linux.BpfObject;
import io.mcpsf.linux.Poll;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * A program in the kernel and the ring of its records, which is read by whoever comes first, one at
 * a time.
 */
final class KernelRing implements AutoCloseable {

    private static final int POLL_MILLIS = 20;
    private static final long PATIENCE_MILLIS = 2_000;
    private static final int BEGUN = 0;
    private static final int LOST = 1;

    private final BpfObject program;
    private final Consumer<byte[]> reader;
    private final int counts;
    private final ReentrantLock reading = new ReentrantLock();
    private final AtomicLong heard = new AtomicLong();
    private final AtomicLong unread = new AtomicLong();
    private final Thread thread;
    private volatile String trouble = "";
    private volatile boolean stopping;

    /**
     * Loads a program into the kernel, which takes a third of a second.
     *
     * @param object its file among our resources, without a folder
     * @param name of the thread that reads the ring
     * @param reader takes each record; what it throws counts as a record that was lost
     */
    static KernelRing load(String object, String name, Consumer<byte[]> reader)
            throws UnavailableException {
        try {
            return new KernelRing(new BpfObject(file("/ebpf/" + object)), name, reader);
        } catch (BpfObject.UnavailableException e) {
            throw new UnavailableException(
                    "the kernel or libbpf refuses it (" + e.getMessage() + ")");
        }
    }

    private static byte[] file(String object) throws UnavailableException {
        try (InputStream in = KernelRing.class.getResourceAsStream(object)) {
            if (in == null) {
                throw new UnavailableException("clang was missing when mcpsf was built");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UnavailableException("unreadable: " + e.getMessage());
        }
    }

    private KernelRing(BpfObject program, String name, Consumer<byte[]> reader)
            throws BpfObject.UnavailableException {
        this.program = program;
        this.reader = reader;
        counts = program.map("counts");
        program.ring(program.map("records"), this::heard);
        // A native call that waits would pin a virtual thread's carrier.
        thread = Thread.ofPlatform().name(name).daemon().start(this::listen);
    }

    /** Sets an entry of one of the program's maps. */
    void put(String map, int key, int value) {
        program.put(program.map(map), key, value);
    }

    void remove(String map, int key) {
        program.remove(program.map(map), key);
    }

    /**
     * Hears all that the kernel has told up to now, on the caller's thread where nobody else is at
     * it. A record is counted before it gets its place in the ring, so none that was finished
     * before is behind the one that makes the count full. False when that took too long.
     */
    boolean catchUp() {
        long begun = program.count(counts, BEGUN);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        while (heard.get() + program.count(counts, LOST) < begun) {
            // Asked before the last read: whoever was kept from running has not read in vain.
            boolean last = System.nanoTime() > end;
            if (!read()) {
                return false;
            }
            if (last) {
                return heard.get() + program.count(counts, LOST) >= begun;
            }
        }
        return true;
    }

    /** How many records had no room in the kernel or could not be read, of all sandboxes. */
    long lost() {
        return program.count(counts, LOST) + unread.get();
    }

    /** Why the last one that could not be read could not, or empty. */
    String trouble() {
        return trouble;
    }

    /** How many it has told. */
    long told() {
        return program.count(counts, BEGUN) - program.count(counts, LOST);
    }

    private void listen() {
        try (var poll = new Poll(program.ringDescriptor())) {
            do {
                poll.await(POLL_MILLIS);
            } while (read());
        }
    }

    /** Reads the ring until it is empty; false when it is there no more. */
    private boolean read() {
        reading.lock();
        try {
            if (!stopping) {
                program.consume();
            }
            return !stopping;
        } finally {
            reading.unlock();
        }
    }

    private void heard(byte[] bytes) {
        try {
            reader.accept(bytes);
        } catch (RuntimeException e) {
            unread.incrementAndGet();
            trouble = e.toString();
        } finally {
            heard.incrementAndGet();
        }
    }

    @Override
    public void close() {
        reading.lock();
        try {
            if (stopping) {
                return;
            }
            stopping = true;
        } finally {
            reading.unlock();
        }
        try {
            thread.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!thread.isAlive()) {
            program.close();
        }
    }
}
