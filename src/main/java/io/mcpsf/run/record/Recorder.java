package io.mcpsf.run.record;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Notebook;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Observation.FileOpened;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Stamp;

import java.io.OutputStream;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Writes the evidence: numbers and stamps each observation as it arrives and appends it to the
 * file. What is seen again, to the letter, in the same phase and call is counted and not written
 * again, so that a loop costs one line. The file is bounded; what does not fit is counted for the
 * sense that saw it, which makes that sense lossy.
 */
public final class Recorder implements Notebook, AutoCloseable {

    /**
     * How many different observations are remembered for counting; beyond it each is written out.
     */
    private static final int MAX_REMEMBERED = 20_000;

    /** And how long they may be in all. */
    private static final long MAX_REMEMBERED_LENGTH = 16L << 20;

    private final EvidenceWriter file;
    private final LongSupplier nanos;
    private final long start;
    private final Consumer<Seen> live;
    private final List<Consumer<Seen>> taps = new CopyOnWriteArrayList<>();
    private final Map<Key, Again> remembered = new LinkedHashMap<>();
    private final Map<Sense, Long> dropped = new EnumMap<>(Sense.class);
    private final EvidenceRoom room = new EvidenceRoom();
    private long rememberedLength;
    private long seq;
    private long events;
    private Phase phase = Phase.ACQUIRE;
    private int call;
    private int calls;

    /**
     * Starts the file with the head of the case. {@code live} is told of every line as it is
     * written and must return at once; it runs while the sample waits.
     */
    public Recorder(OutputStream file, CaseFile head, LongSupplier nanos, Consumer<Seen> live) {
        this.file = new EvidenceWriter(file, "evidence");
        this.nanos = nanos;
        this.start = nanos.getAsLong();
        this.live = live;
        this.file.print(() -> EvidenceFormat.head(head));
    }

    @Override
    public synchronized void saw(int process, Observation what) {
        events++;
        if (what instanceof Observation.Attacked) {
            // Each has a mark of its own, and is none like another.
            append(process, what);
            return;
        }
        var key = new Key(process, what);
        Again again = remembered.get(key);
        if (again != null) {
            again.more++;
            return;
        }
        long line = append(process, what);
        if (line > 0
                && remembered.size() < MAX_REMEMBERED
                && rememberedLength < MAX_REMEMBERED_LENGTH) {
            remembered.put(key, new Again(line));
            rememberedLength += EvidenceRoom.length(what);
        }
    }

    @Override
    public synchronized void enter(Phase next) {
        flushCounts();
        phase = next;
        call = 0;
    }

    @Override
    public synchronized int beginCall() {
        flushCounts();
        if (!phase.again() && phase != Phase.ATTACK) {
            phase = Phase.CALL;
        }
        call = ++calls;
        return call;
    }

    @Override
    public synchronized void endCall() {
        flushCounts();
        call = 0;
    }

    /** One more who is told of every line, until it is closed; as quick as {@code live}. */
    public Tap tap(Consumer<Seen> listener) {
        taps.add(listener);
        return () -> taps.remove(listener);
    }

    /** Somebody listens. */
    public interface Tap extends AutoCloseable {
        @Override
        void close();
    }

    /** Everything reported to this recorder so far, written out or only counted. */
    synchronized long events() {
        return events;
    }

    /** What did not fit into the file, by the sense that saw it. */
    public synchronized Map<Sense, Long> dropped() {
        return Map.copyOf(dropped);
    }

    /**
     * Takes over what was seen in an earlier case, as if it were seen now: an installation that is
     * used again. Its processes keep their numbers.
     */
    public synchronized void replay(List<Seen> earlier) {
        flushCounts();
        Map<Long, Long> numbers = new HashMap<>();
        for (Seen seen : earlier) {
            Observation what = seen.what();
            if (what instanceof Observation.Repeated(long first, long more)) {
                what = new Observation.Repeated(numbers.getOrDefault(first, seq), more);
            }
            phase = seen.at().phase();
            events++;
            numbers.put(seen.at().seq(), append(seen.at().process(), what));
        }
    }

    /** Ends the evidence: the last counts, and the coverage as the last line. */
    public synchronized void finish(Coverage coverage) {
        flushCounts();
        file.print(() -> EvidenceFormat.tail(coverage));
    }

    /**
     * Without {@link #finish} the file has no last line, and reads as evidence that was cut off.
     */
    @Override
    public synchronized void close() {
        file.close();
    }

    private void flushCounts() {
        remembered.forEach(
                (key, again) -> {
                    if (again.more > 0) {
                        append(key.process, new Observation.Repeated(again.first, again.more));
                    }
                });
        remembered.clear();
        rememberedLength = 0;
    }

    /** Writes one line and returns its number, or 0 when there is no room for it. */
    private long append(int process, Observation what) {
        if (!room.take(what)) {
            dropped.merge(what.sense(), 1L, Long::sum);
            return 0;
        }
        long micros = Math.max(0, (nanos.getAsLong() - start) / 1000);
        Seen seen = new Seen(new Stamp(++seq, micros, phase, call, process), what);
        file.print(() -> EvidenceFormat.line(seen));
        live.accept(seen);
        taps.forEach(tap -> tap.accept(seen));
        return seq;
    }

    /**
     * Hashed once, and a file by its names: an observation has many parts, and the sample waits.
     */
    private static final class Key {
        private final int process;
        private final Observation what;
        private final int hash;

        private Key(int process, Observation what) {
            this.process = process;
            this.what = what;
            this.hash = 31 * hash(what) + process;
        }

        private static int hash(Observation what) {
            return what instanceof FileOpened file
                    ? 31 * file.path().hashCode() + file.asked().hashCode()
                    : what.hashCode();
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key
                    && hash == key.hash
                    && process == key.process
                    && what.equals(key.what);
        }
    }

    private static final class Again {
        private final long first;
        private long more;

        private Again(long first) {
            this.first = first;
        }
    }
}
