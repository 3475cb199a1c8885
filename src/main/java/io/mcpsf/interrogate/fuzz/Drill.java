package io.mcpsf.interrogate.fuzz;

import java.util.Optional;

/** An attack of several calls, each chosen by what the one before it did. */
interface Drill {

    String family();

    /** Whether it is worth its calls in this place. */
    boolean suits(Target target, Traced traced);

    /** Goes through it once; every run uses fresh marks, so that a hit can be repeated. */
    Optional<Hit> run(Target target, Traced traced) throws InterruptedException;
}
