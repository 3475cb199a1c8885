package io.mcpsf.observe.ebpf;

import io.mcpsf.linux.BpfObject;
import io.mcpsf.model.Sink;
import io.mcpsf.observe.SecondWitness;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A program in the kernel that tells what was really opened and executed, for all sandboxes of this
 * process. It looks at the file behind the descriptor, after the call: no race in the memory of the
 * sample changes that.
 */
public final class KernelWitness implements SecondWitness, AutoCloseable {

    private static final String OBJECT = "/ebpf/witness.o";
    private static final int POLL_MILLIS = 100;
    private static final long PATIENCE_MILLIS = 2_000;
    private static final int TOLD = 0;
    private static final int LOST = 1;

    private final BpfObject program;
    private final int watched;
    private final int counts;
    private final Map<Integer, TwoWitnesses> statements = new ConcurrentHashMap<>();
    private final AtomicReference<CountDownLatch> asked = new AtomicReference<>(NOBODY);
    private final Thread thread;
    private volatile boolean stopping;

    private static final CountDownLatch NOBODY = new CountDownLatch(0);

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

    /** Returns when everything that was told before has been heard. */
    void forget(int namespace) {
        program.remove(watched, namespace);
        var heard = new CountDownLatch(2);
        asked.set(heard);
        try {
            // Two rounds: the first may have begun before the last record was written.
            var _ = heard.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        statements.remove(namespace);
    }

    /** How many records the kernel had no room for, of all sandboxes. */
    long lost() {
        return program.count(counts, LOST);
    }

    /** How many it has told. */
    long told() {
        return program.count(counts, TOLD);
    }

    private void listen() {
        while (!stopping) {
            program.poll(asked.get().getCount() > 0 ? 0 : POLL_MILLIS);
            asked.get().countDown();
        }
    }

    private void heard(byte[] bytes) {
        var record = KernelRecord.read(bytes);
        TwoWitnesses statement = statements.get(record.namespace());
        if (statement != null) {
            statement.heard(record);
        }
    }

    @Override
    public void close() {
        if (stopping) {
            return;
        }
        stopping = true;
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
