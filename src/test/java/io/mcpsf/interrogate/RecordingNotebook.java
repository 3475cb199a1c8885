package io.mcpsf.interrogate;

import io.mcpsf.model.Notebook;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;

import java.util.ArrayList;
import java.util.List;

/** A notebook that keeps what was written with the phase and call it was written in. */
public final class RecordingNotebook implements Notebook {

    public record Entry(Phase phase, int call, Observation what) {}

    private final List<Entry> entries = new ArrayList<>();
    private Phase phase = Phase.START;
    private int calls;
    private int call;

    @Override
    public synchronized void enter(Phase next) {
        phase = next;
    }

    @Override
    public synchronized int beginCall() {
        phase = Phase.CALL;
        call = ++calls;
        return call;
    }

    @Override
    public synchronized void endCall() {
        call = 0;
    }

    @Override
    public synchronized void saw(int process, Observation what) {
        entries.add(new Entry(phase, call, what));
    }

    public synchronized List<Entry> entries() {
        return List.copyOf(entries);
    }

    public <T extends Observation> List<T> all(Class<T> type) {
        return entries().stream()
                .map(Entry::what)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }
}
