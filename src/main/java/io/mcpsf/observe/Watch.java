package io.mcpsf.observe;

import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.SandboxSpec;

import java.util.Map;

/** A sensor at work on one sandbox. */
public interface Watch extends AutoCloseable {

    /** The sandbox's specification with what this sensor needs in it. */
    SandboxSpec spec();

    /** The sandbox runs now. */
    void started(Sandbox sandbox);

    /**
     * The sandbox is about to be destroyed: the last moment to look at its scratch places and
     * counters.
     */
    void ending(Sandbox sandbox);

    /** Stops watching, after the sandbox is gone. Twice is harmless. */
    @Override
    void close();

    /** The account of every sense this sensor serves; final after {@link #close}. */
    Map<Sense, SenseHealth> health();
}
