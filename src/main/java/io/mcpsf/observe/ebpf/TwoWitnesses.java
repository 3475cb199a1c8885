package io.mcpsf.observe.ebpf;

import io.mcpsf.linux.Processes;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.Deed;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.FileObservation.WitnessesDiffer;
import io.mcpsf.model.Observation;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Sink;
import io.mcpsf.observe.SecondWitness;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What was asked for, by the calls, held against what the kernel did. A call is told before the
 * kernel goes on with it, so whatever it then opens must have been told already.
 */
final class TwoWitnesses implements SecondWitness.Statement {

    private static final int MOST_PATHS = 200_000;
    private static final long MOST_CHARS = 32_000_000;
    private static final int MOST_PROCESSES = 200_000;
    private static final int MOST_DIFFERENCES = 1_000;
    private static final int O_ACCMODE = 3;
    private static final String BOTH = "two witnesses: notification and eBPF";
    private static final String SILENT = "one witness, no eBPF: it told nothing of this sandbox";

    private final KernelWitness witness;
    private final Sink sink;
    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private final Set<String> different = ConcurrentHashMap.newKeySet();
    private final Map<Integer, Integer> numbers = new ConcurrentHashMap<>();
    private final AtomicLong opened = new AtomicLong();
    private final AtomicLong executed = new AtomicLong();
    private final AtomicLong chars = new AtomicLong();
    private final long lostBefore;
    private volatile int namespace;
    private volatile boolean begun;
    private volatile boolean full;
    private volatile long lost;

    TwoWitnesses(KernelWitness witness, Sink sink) {
        this.witness = witness;
        this.sink = sink;
        lostBefore = witness.lost();
    }

    @Override
    public void begins(int thread) {
        namespace = Processes.mountNamespace(thread);
        begun = true;
        witness.watch(namespace, this);
    }

    @Override
    public void knows(int hostProcess, int number) {
        if (numbers.size() < MOST_PROCESSES) {
            numbers.put(hostProcess, number);
        } else {
            full = true;
        }
    }

    @Override
    public void saw(int process, Observation what) {
        if (what instanceof FileOpened file) {
            remember(file.path());
        } else if (what instanceof ProcessStarted started) {
            remember(started.path());
        }
        sink.saw(process, what);
    }

    private void remember(String path) {
        if (told.contains(path)) {
            return;
        }
        if (told.size() < MOST_PATHS && chars.addAndGet(path.length()) < MOST_CHARS) {
            told.add(path);
        } else {
            full = true;
        }
    }

    void heard(KernelRecord record) {
        Integer process = numbers.get(record.process());
        if (process == null) {
            // Whoever opens a file has made a call before that, and is known. Others live in a
            // namespace that has got the number of a sandbox that is gone.
            return;
        }
        (record.kind() == KernelRecord.Kind.OPENED ? opened : executed).incrementAndGet();
        if (!comparable(record) || told.contains(record.path()) || full) {
            return;
        }
        if (different.size() >= MOST_DIFFERENCES) {
            full = true;
            return;
        }
        if (!different.add(record.path())) {
            return;
        }
        sink.saw(process, new WitnessesDiffer(act(record), record.path()));
        if (record.kind() == KernelRecord.Kind.OPENED) {
            sink.saw(process, new FileOpened(record.path(), "", access(record.flags()), true));
        }
    }

    /** What the kernel makes up when it is asked for has no name that two could agree on. */
    private static boolean comparable(KernelRecord record) {
        String path = record.path();
        return record.named() && !path.startsWith("/proc/") && !path.startsWith("/sys/");
    }

    private static Deed act(KernelRecord record) {
        return switch (record.kind()) {
            case OPENED -> Deed.OPENED;
            case EXECUTED -> Deed.EXECUTED;
        };
    }

    private static Access access(int flags) {
        return (flags & O_ACCMODE) == 0 ? Access.READ : Access.WRITE;
    }

    @Override
    public void catchUp() {
        full |= namespace != 0 && !witness.catchUp();
    }

    @Override
    public void close() {
        if (namespace != 0) {
            full |= !witness.forget(namespace);
            namespace = 0;
            lost = witness.lost() - lostBefore;
        }
    }

    /** Counts nothing twice: the first witness has counted what both have seen. */
    @Override
    public Optional<SenseHealth> health(Sense sense) {
        if (lost == 0 && !full) {
            return SecondWitness.Statement.noted(sense, silent() ? SILENT : BOTH);
        }
        if (sense != Sense.FILES && sense != Sense.PROCESSES) {
            return Optional.empty();
        }
        return Optional.of(SenseHealth.lossy(0, lost, "the eBPF witness could not keep up"));
    }

    /**
     * Nothing that was told fits a process we know, though every program opens files: in a
     * container with process ids of its own the kernel's are not ours.
     */
    private boolean silent() {
        return begun && opened.get() + executed.get() == 0;
    }

    /** How many opens the kernel has told of. */
    long opened() {
        return opened.get();
    }

    long executed() {
        return executed.get();
    }
}
