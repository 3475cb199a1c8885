package io.mcpsf.interrogate.fuzz;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Optional;

/** An attack of several calls, each chosen by what the one before it did. */
interface MultiStepAttack {

    String family();

    /** Whether it is worth its calls in this place. */
    boolean suits(AttackTarget target, Traced traced);

    /** A value that goes ahead with many others. */
    record Probe(JsonNode value, Mark mark) {}

    /** Tell whether the attack is worth its time in this place; without any, it is. */
    default List<Probe> probes(AttackTarget target, Traced traced) {
        return List.of();
    }

    /** Whether what came back from a probe, or was seen of it, calls for the attack. */
    default boolean promising(Traced traced, AttackResult probe) {
        return true;
    }

    /**
     * A first look without a record, which goes on beside those of other places; false when there
     * is nothing to find.
     */
    default boolean worth(AttackTarget target) throws InterruptedException {
        return true;
    }

    /** Whether probes are told by what the sensors see, which may come after the answers. */
    default boolean watched() {
        return false;
    }

    /**
     * Whether it goes by how long things take, which others on the machine change: what does not
     * show once may show the next time.
     */
    default boolean timed() {
        return false;
    }

    /** Goes through it once; every run uses fresh marks, so that a hit can be repeated. */
    Optional<Hit> run(AttackTarget target, Traced traced) throws InterruptedException;
}
