package io.mcpsf.observe.ebpf;

import io.mcpsf.model.Sink;
import io.mcpsf.observe.SecondWitness;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A program in the kernel that tells what was really opened and executed, for all sandboxes of this
 * process. It looks at the file behind the descriptor, after the call: no race in the memory of the
 * sample changes that.
 */
public final class KernelWitness implements SecondWitness, AutoCloseable {

    private static final String WATCHED = "watched";

    private final Map<Integer, TwoWitnesses> statements = new ConcurrentHashMap<>();
    private final KernelRing ring;

    /** Loads the program into the kernel, which takes a third of a second. */
    public static KernelWitness load() throws UnavailableException {
        return new KernelWitness();
    }

    private KernelWitness() throws UnavailableException {
        ring = KernelRing.load("witness.o", "mcpsf-second-witness", this::heard);
    }

    @Override
    public Statement beside(Sink sink) {
        return new TwoWitnesses(this, sink);
    }

    void watch(int namespace, TwoWitnesses statement) {
        statements.put(namespace, statement);
        ring.put(WATCHED, namespace, 1);
    }

    /** The last word on a sandbox that is gone; false when it was not heard. */
    boolean forget(int namespace) {
        ring.remove(WATCHED, namespace);
        boolean all = ring.catchUp();
        statements.remove(namespace);
        return all;
    }

    /** Hears all that the kernel has told up to now; false when that took too long. */
    boolean catchUp() {
        return ring.catchUp();
    }

    /** How many records had no room in the kernel or could not be read, of all sandboxes. */
    long lost() {
        return ring.lost();
    }

    /** How many it has told. */
    long told() {
        return ring.told();
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
        ring.close();
    }
}
