package io.mcpsf.model;

import java.util.List;

/**
 * A claim resting on at least one numbered observation. {@code message} is about this target only;
 * what is always true of the rule stands in its {@link RuleInfo}. {@code tool} is empty when no
 * tool call was in progress. {@code partOf} is the id of the finding that tells the whole of what
 * this one tells a part of, or empty.
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
        List<Long> seen,
        String partOf) {

    /** One that stands for itself. */
    public Finding(
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
        this(id, rule, severity, confidence, axis, proof, message, phase, tool, seen, "");
    }

    public Finding {
        seen = List.copyOf(seen);
        if (seen.isEmpty()) {
            throw new IllegalArgumentException("a finding without evidence: " + rule);
        }
    }

    /** The same as a part of another. */
    public Finding partOf(String whole) {
        return new Finding(
                id, rule, severity, confidence, axis, proof, message, phase, tool, seen, whole);
    }

    /** The same with other words and observations. */
    public Finding as(String words, List<Long> observations) {
        return new Finding(
                id,
                rule,
                severity,
                confidence,
                axis,
                proof,
                words,
                phase,
                tool,
                observations,
                partOf);
    }
}
