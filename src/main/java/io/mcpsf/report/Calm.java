package io.mcpsf.report;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.Phase;

/**
 * A case without what we provoked: while we attack, the hosts it reaches and the commands it runs
 * are ours, and say nothing about what the server needs or does by itself.
 */
public final class Calm {

    private Calm() {}

    public static Evidence of(Evidence evidence) {
        return new Evidence(
                evidence.file(),
                evidence.seen().stream().filter(s -> s.at().phase() != Phase.ATTACK).toList(),
                evidence.coverage());
    }
}
