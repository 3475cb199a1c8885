package io.mcpsf.judge;

import io.mcpsf.model.Evidence.Sighting;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.Answer;
import io.mcpsf.model.ProtocolObservation.ToolAnswered;
import io.mcpsf.model.Seen;

import java.util.List;

/**
 * Calls that we stopped waiting for. The server may still be at work on them during later calls.
 */
final class OpenCalls {

    private final List<Sighting<ToolAnswered>> left;

    private OpenCalls(List<Sighting<ToolAnswered>> left) {
        this.left = left;
    }

    static OpenCalls of(Trail trail) {
        return new OpenCalls(
                trail.all(ToolAnswered.class).stream()
                        .filter(seen -> seen.what().answer() == Answer.TIMED_OUT)
                        .toList());
    }

    /** Whether an act during a call of this tool may belong to an earlier call of another one. */
    boolean mayBeOthers(Seen act, String tool) {
        return left.stream()
                .anyMatch(
                        open ->
                                open.at().seq() < act.at().seq()
                                        && sameServer(open.at().phase(), act.at().phase())
                                        && !open.what().tool().equals(tool));
    }

    /** Later starts are servers of their own. */
    private static boolean sameServer(Phase one, Phase other) {
        return one == other || (!one.again() && !other.again());
    }
}
