package io.mcpsf.interrogate;

import io.mcpsf.mcp.ConnectionCounts;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.ToolCoverage;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * How an interrogation went: each phase that was reached, the tools exercised, and why the server
 * ended the conversation ({@code closed}, ours), empty when it did not.
 */
public record InterrogationOutcome(
        Map<Phase, PhaseResult> phases, ToolCoverage tools, String closed, ConnectionCounts tally) {

    public InterrogationOutcome {
        var copy = new EnumMap<Phase, PhaseResult>(Phase.class);
        copy.putAll(phases);
        phases = Collections.unmodifiableMap(copy);
    }

    /** The same with one more phase. */
    public InterrogationOutcome with(Phase phase, PhaseResult result) {
        var more = new EnumMap<Phase, PhaseResult>(Phase.class);
        more.putAll(phases);
        more.put(phase, result);
        return new InterrogationOutcome(more, tools, closed, tally);
    }

    public boolean closedOnUs() {
        return !closed.isEmpty();
    }
}
