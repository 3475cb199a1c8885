package io.mcpsf.run.record;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Notebook;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Stamp;

import java.io.OutputStream;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Writes the evidence: numbers and stamps each observation as it arrives and appends it to the
 * file. What is seen again, to the letter, in the same phase and call is counted and not written
 * again, so that a loop costs one line; {@link SystemReads} under attack whatever the call and
 * whoever does it. The file is bounded; what does not fit is counted for the sense that saw it,
 * which makes that sense lossy.
 */
public final class Recorder implements Notebook, AutoCloseable {

    private final EvidenceWriter file;
    private final LongSupplier nanos;
    private final long start;
    private final Consumer<Seen> live;
    private final List<Consumer<Seen>> taps = new CopyOnWriteArrayList<>();
    private final Lane main = new Lane(Phase.ACQUIRE, false);
    private final List<Lane> lanes = new CopyOnWriteArrayList<>(List.of(main));
    private final Map<Sense, Long> dropped = new EnumMap<>(Sense.class);
    private final EvidenceRoom room = new EvidenceRoom();
    private final SystemReads reads = new SystemReads();
    private final List<Runnable> stirred = new CopyOnWriteArrayList<>();
    private long seq;
    private long events;
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
    public void saw(int process, Observation what) {
        main.saw(process, what);
    }

    @Override
    public void enter(Phase next) {
        main.enter(next);
    }

    @Override
    public int beginCall() {
        return main.beginCall();
    }

    @Override
    public void endCall() {
        main.endCall();
    }

    /**
     * A notebook for another start of the server at the same time: what is written in it belongs to
     * that phase and to its own calls, whatever goes on here meanwhile.
     */
    public Lane beside(Phase phase) {
        var lane = new Lane(phase, true);
        lanes.add(lane);
        return lane;
    }

    /** One more who is told of every line, until it is closed; as quick as {@code live}. */
    public Tap tap(Consumer<Seen> listener) {
        taps.add(listener);
        return () -> taps.remove(listener);
    }

    /** One more who is told that something was seen which only adds to a count of reads. */
    public Tap stir(Runnable listener) {
        stirred.add(listener);
        return () -> stirred.remove(listener);
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
        main.flushCounts();
        Map<Long, Long> numbers = new HashMap<>();
        for (Seen seen : earlier) {
            Observation what = seen.what();
            if (what instanceof Observation.Repeated(long first, long more)) {
                what = new Observation.Repeated(numbers.getOrDefault(first, seq), more);
            }
            main.phase = seen.at().phase();
            events++;
            numbers.put(seen.at().seq(), append(main, seen.at().process(), what));
        }
    }

    /** Ends the evidence: the last counts, and the coverage as the last line. */
    public synchronized void finish(Coverage coverage) {
        lanes.forEach(Lane::flushCounts);
        main.flushReads();
        file.print(() -> EvidenceFormat.tail(coverage));
    }

    /**
     * Without {@link #finish} the file has no last line, and reads as evidence that was cut off.
     */
    @Override
    public synchronized void close() {
        file.close();
    }

    /** Writes one line and returns its number, or 0 when there is no room for it. */
    private long append(Lane lane, int process, Observation what) {
        if (!room.take(what)) {
            dropped.merge(what.sense(), 1L, Long::sum);
            return 0;
        }
        long micros = Math.max(0, (nanos.getAsLong() - start) / 1000);
        Seen seen = new Seen(new Stamp(++seq, micros, lane.phase, lane.call, process), what);
        file.print(() -> EvidenceFormat.line(seen));
        live.accept(seen);
        taps.forEach(tap -> tap.accept(seen));
        lane.taps.forEach(tap -> tap.accept(seen));
        return seq;
    }

    /** The stretch and the call that one start of the server is in. */
    public final class Lane implements Notebook {

        private final boolean fixed;
        private final SeenAgain again = new SeenAgain();
        private final List<Consumer<Seen>> taps = new CopyOnWriteArrayList<>();
        private Phase phase;
        private int call;

        private Lane(Phase phase, boolean fixed) {
            this.phase = phase;
            this.fixed = fixed;
        }

        /** One more who is told of every line of this lane. */
        public Tap tap(Consumer<Seen> listener) {
            taps.add(listener);
            return () -> taps.remove(listener);
        }

        @Override
        public void saw(int process, Observation what) {
            synchronized (Recorder.this) {
                events++;
                if (what instanceof ProtocolObservation.Attacked) {
                    // Each has a mark of its own, and is none like another.
                    if (append(this, process, what) > 0) {
                        reads.attacked();
                    }
                } else if (reads.covers(phase, what)) {
                    if (reads.counted(what)) {
                        stirred.forEach(Runnable::run);
                    } else {
                        reads.remember(what, append(this, process, what));
                    }
                } else if (!again.counted(process, what)) {
                    again.remember(process, what, append(this, process, what));
                }
            }
        }

        @Override
        public void enter(Phase next) {
            synchronized (Recorder.this) {
                flushCounts();
                if (phase == Phase.ATTACK) {
                    flushReads();
                }
                phase = fixed ? phase : next;
                call = 0;
            }
        }

        @Override
        public int beginCall() {
            synchronized (Recorder.this) {
                flushCounts();
                if (!phase.again() && phase != Phase.ATTACK) {
                    phase = Phase.CALL;
                }
                call = ++calls;
                return call;
            }
        }

        @Override
        public void endCall() {
            synchronized (Recorder.this) {
                flushCounts();
                call = 0;
            }
        }

        private void flushReads() {
            reads.flush((process, repeated) -> append(this, process, repeated));
        }

        private void flushCounts() {
            again.flush((process, repeated) -> append(this, process, repeated));
        }
    }
}
