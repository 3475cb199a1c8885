package io.mcpsf.model;

/**
 * Where sensors and interrogators put what they see. Safe to call from any thread; never blocks for
 * long; numbers and stamps each observation in the order of arrival.
 */
@FunctionalInterface
public interface Sink {

    /**
     * Records something seen of a process (our own number), or of none when {@code process} is 0.
     */
    void saw(int process, Observation what);

    default void saw(Observation what) {
        saw(0, what);
    }
}
