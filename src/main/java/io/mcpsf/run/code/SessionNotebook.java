package io.mcpsf.run.code;

import io.mcpsf.model.Notebook;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Stamp;
import io.mcpsf.run.record.Recorder;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Passes on what is seen in a session: to its own evidence, and to everybody who listens. Its
 * evidence may become full; who listens hears all.
 */
final class SessionNotebook implements Notebook {

    private final Recorder session;
    private final List<Consumer<Seen>> listeners = new CopyOnWriteArrayList<>();
    private final AtomicLong seq = new AtomicLong();
    private final long start = System.nanoTime();
    private volatile Phase phase = Phase.START;

    SessionNotebook(Recorder session) {
        this.session = session;
    }

    /** Tells {@code listener} of everything until it is removed; it must return at once. */
    void add(Consumer<Seen> listener) {
        listeners.add(listener);
    }

    void remove(Consumer<Seen> listener) {
        listeners.remove(listener);
    }

    @Override
    public void saw(int process, Observation what) {
        session.saw(process, what);
        long micros = (System.nanoTime() - start) / 1000;
        var seen = new Seen(new Stamp(seq.incrementAndGet(), micros, phase, 0, process), what);
        listeners.forEach(listener -> listener.accept(seen));
    }

    @Override
    public void enter(Phase next) {
        phase = next;
        session.enter(next);
    }

    @Override
    public int beginCall() {
        return session.beginCall();
    }

    @Override
    public void endCall() {
        session.endCall();
    }
}
