package io.mcpsf.sandbox.host;

import io.mcpsf.model.Exit;
import io.mcpsf.sandbox.Limits;
import io.mcpsf.sandbox.Sandbox;

import java.util.Optional;

/** What runs a sandbox: a runtime of ours or an engine, as far as the two differ. */
public interface Backend {

    /** Reads the counters. What was seen before stays seen. */
    Sandbox.Usage look();

    /**
     * The limit that was just found to be broken, of those that nobody else enforces. Asked again
     * and again by one thread.
     */
    Optional<Exit> broken(Limits limits) throws InterruptedException;

    /** Whether somebody inside may still be killed, as far as the host can tell. */
    boolean alive();

    /** Kills everything inside. */
    void kill();

    /** As {@link Sandbox#freeze}. */
    default boolean freeze() {
        return false;
    }

    /** As {@link Sandbox#thaw}. */
    default void thaw() {}

    /** As {@link Sandbox#memoryNow}. */
    default long memoryNow() {
        return -1;
    }

    /**
     * Why it ended: what we did, then what the kernel counted, then the code. Throws {@link
     * io.mcpsf.sandbox.ExecutorException} when nobody knows.
     *
     * @param ours what we stopped it for, if we did
     */
    Exit reason(int code, Optional<Exit> ours);
}
