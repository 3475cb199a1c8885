package io.mcpsf.run.start;

import io.mcpsf.model.Observation;
import io.mcpsf.model.ProtocolObservation.FrameMalformed;
import io.mcpsf.model.Seen;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** What was seen of one start, for whoever must read why it failed. Bounded. */
final class Attempt implements Consumer<Seen> {

    private static final int MOST = 20_000;

    private final List<Observation> seen = new ArrayList<>();

    @Override
    public synchronized void accept(Seen one) {
        if (seen.size() < MOST) {
            seen.add(one.what());
        }
    }

    synchronized List<Observation> seen() {
        return List.copyOf(seen);
    }

    /** What came on standard output and was no message. */
    synchronized String noise() {
        return seen.stream()
                .filter(FrameMalformed.class::isInstance)
                .map(one -> ((FrameMalformed) one).excerpt())
                .collect(Collectors.joining("\n"));
    }
}
