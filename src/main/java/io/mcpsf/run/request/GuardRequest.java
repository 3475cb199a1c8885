package io.mcpsf.run.request;

import io.mcpsf.policy.MergedPolicy;

/**
 * A server that somebody wants to use, and what it may do. {@code subject} says which one and how
 * it is fetched and sealed; {@code program} is the program of its package that is meant, empty for
 * the usual one; {@code digest} is that of the assessed artifact, empty when any will do.
 */
public record GuardRequest(
        AssessRequest subject,
        String program,
        MergedPolicy policy,
        String digest,
        SensorChoice sensor) {

    /** Seen by what tells most. */
    public GuardRequest(AssessRequest subject, String program, MergedPolicy policy, String digest) {
        this(subject, program, policy, digest, SensorChoice.AUTO);
    }
}
