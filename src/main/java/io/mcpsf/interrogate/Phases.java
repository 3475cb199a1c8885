package io.mcpsf.interrogate;

import io.mcpsf.mcp.Reply;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.PhaseResult.Status;

import java.util.EnumMap;
import java.util.Map;

/** How each phase ended. One that is entered twice keeps its worse end and the sum of its times. */
final class Phases {

    private final Map<Phase, PhaseResult> results = new EnumMap<>(Phase.class);

    void done(Phase phase, long startNanos, String why) {
        add(phase, Status.DONE, startNanos, why);
    }

    void failed(Phase phase, long startNanos, String why) {
        add(phase, Status.FAILED, startNanos, why);
    }

    void timedOut(Phase phase, long startNanos, String why) {
        add(phase, Status.TIMED_OUT, startNanos, why);
    }

    /** Ends a phase by the reply that was missing. */
    void ended(Phase phase, long startNanos, Reply reply, String what) {
        Status status = reply instanceof Reply.TimedOut ? Status.TIMED_OUT : Status.FAILED;
        add(phase, status, startNanos, what + ": " + reply.why());
    }

    Map<Phase, PhaseResult> results() {
        return results;
    }

    private void add(Phase phase, Status status, long startNanos, String why) {
        long millis = (System.nanoTime() - startNanos) / 1_000_000;
        results.merge(phase, new PhaseResult(status, millis, why), Phases::both);
    }

    private static PhaseResult both(PhaseResult before, PhaseResult now) {
        boolean keep = now.status() == Status.DONE && before.status() != Status.DONE;
        String why = keep || now.why().isEmpty() ? before.why() : now.why();
        Status status = keep ? before.status() : now.status();
        return new PhaseResult(status, before.millis() + now.millis(), why);
    }
}
