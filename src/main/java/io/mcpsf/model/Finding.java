package io.mcpsf.model;

import java.util.List;

/**
 * A claim resting on at least one numbered observation. {@code message} is about this target only;
 * what is always true of the rule stands in its {@link RuleInfo}. {@code tool} is empty when no
 * tool call was in progress.
 */
public record Finding(
        String id,
        String rule,
        Severity severity,
        Confidence confidence,
        Axis axis,
        Proof proof,
        String message,
        Phase phase,
        String tool,
        List<Long> seen) {

    public Finding {
        seen = List.copyOf(seen);
        if (seen.isEmpty()) {
            throw new IllegalArgumentException("a finding without evidence: " + rule);
        }
    }
}
