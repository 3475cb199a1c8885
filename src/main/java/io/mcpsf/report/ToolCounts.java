package io.mcpsf.report;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.ToolCoverage;

/**
 * How many tools there were and what became of them, in words. A server that was never asked for
 * its tools is not one that has none.
 */
public final class ToolCounts {

    private final Evidence evidence;
    private final long seen;

    public ToolCounts(Evidence evidence) {
        this.evidence = evidence;
        this.seen = evidence.of(ToolListed.class).map(s -> s.what().name()).distinct().count();
    }

    /** Whether it came to the question. */
    public boolean asked() {
        return counted() || seen > 0;
    }

    public String words() {
        if (!asked()) {
            return "not asked for";
        }
        if (!counted()) {
            return seen + " listed before the end, calls not counted";
        }
        ToolCoverage tools = evidence.coverage().tools();
        return "%d listed, %d called, %d answered, %d exercised"
                .formatted(tools.listed(), tools.called(), tools.answered(), tools.exercised());
    }

    /** A case that was cut off or stopped has no counts. */
    private boolean counted() {
        return evidence.coverage().tools().listed() > 0
                || evidence.coverage().phases().containsKey(Phase.LIST);
    }
}
