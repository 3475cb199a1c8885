package io.mcpsf.interrogate.fuzz;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Optional;

/** An attack of several calls, each chosen by what the one before it did. */
interface Drill {

    String family();

    /** Whether it is worth its calls in this place. */
    boolean suits(Target target, Traced traced);

    /** Values that go ahead with many others, to tell whether the drill is worth its time. */
    default List<JsonNode> scouts(Mark mark) {
        return List.of();
    }

    /** Whether what came back from a scout calls for the drill. */
    default boolean promising(Traced traced, Fired scout) {
        return true;
    }

    /** Goes through it once; every run uses fresh marks, so that a hit can be repeated. */
    Optional<Hit> run(Target target, Traced traced) throws InterruptedException;
}
