package io.mcpsf.model;

/**
 * A sink that also knows what the assessment is doing, so that all sensors' observations carry the
 * right stamp.
 */
public interface Notebook extends Sink {

    /** From here on everything is stamped with this phase. */
    void enter(Phase phase);

    /**
     * A tool call begins: enters {@link Phase#CALL} and returns the number of the call, counted
     * from 1.
     */
    int beginCall();

    /** The call in progress is over; the phase stays. */
    void endCall();
}
