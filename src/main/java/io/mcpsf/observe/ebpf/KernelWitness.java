package io.mcpsf.observe.ebpf;

import io.mcpsf.linux.BpfObject;
import io.mcpsf.linux.Poll;
import io.mcpsf.model.Sink;
import io.mcpsf.observe.SecondWitness;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A program in the kernel that tells what was really opened and executed, for all sandboxes of this
 * process. It looks at the file behind the descriptor, after the call: no race in the memory of the
 * sample changes that.
 */
public final class KernelWitness implements SecondWitness, AutoCloseable {

    private static final String OBJECT = "/ebpf/witness.o";
    private static final int POLL_MILLIS = 20;
    private static final long PATIENCE_MILLIS = 2_000;
    private static final int BEGUN = 0;
    private static final int LOST = 1;

    private final BpfObject program;
    private final int watched;
    private final int counts;
    private final Map<Integer, TwoWitnesses> statements = new ConcurrentHashMap<>();
    private final ReentrantLock reading = new ReentrantLock();
    private final AtomicLong heard = new AtomicLong();
    private final AtomicLong unread = new AtomicLong();
    private final Thread thread;
    private volatile boolean stopping;

    /** There is none on this machine; the message says why. */
    public static final class UnavailableException extends Exception {
        UnavailableException(String message) {
            super(message);
        }
    }

    /** Loads the program into the kernel, which takes a third of a second. */
    public static KernelWitness load() throws UnavailableException {
        try {
            return new KernelWitness(new BpfObject(object()));
        } catch (BpfObject.UnavailableException e) {
            throw new UnavailableException(
                    "the kernel or libbpf refuses it (" + e.getMessage() + ")");
        }
    }

    private static byte[] object() throws UnavailableException {
        try (InputStream in = KernelWitness.class.getResourceAsStream(OBJECT)) {
            if (in == null) {
                throw new UnavailableException("clang was missing when mcpsf was built");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UnavailableException("unreadable: " + e.getMessage());
        }
    }

    private KernelWitness(BpfObject program) throws BpfObject.UnavailableException {
        this.program = program;
        watched = program.map("watched");
        counts = program.map("counts");
        program.ring(program.map("records"), this::heard);
        // A native call that waits would pin a virtual thread's carrier.
        thread = Thread.ofPlatform().name("mcpsf-second-witness").daemon().start(this::listen);
    }

    @Override
    public Statement beside(Sink sink) {
        return new TwoWitnesses(this, sink);
    }

    void watch(int namespace, TwoWitnesses statement) {
        statements.put(namespace, statement);
        program.put(watched, namespace, 1);
    }

    /** The last word on a sandbox that is gone; false when it was not heard. */
    boolean forget(int namespace) {
        program.remove(watched, namespace);
        boolean all = catchUp();
        statements.remove(namespace);
        return all;
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
            var record = KernelRecord.read(bytes);
            TwoWitnesses statement = statements.get(record.namespace());
            if (statement != null) {
                statement.heard(record);
            }
        } catch (RuntimeException e) {
            unread.incrementAndGet();
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
