package io.mcpsf.model;

/**
 * The stretch of an assessment in which something was seen. Every observation is stamped with one.
 */
public enum Phase {
    ACQUIRE,
    INSPECT,
    INSTALL,
    START,
    HANDSHAKE,
    LIST,
    CALL,
    IDLE,
    RESTART,
    LATER,
    KERNEL,
    /** Hostile input of ours; what a server does here may be our own doing. */
    ATTACK,
    /** Scanners at work on a project of the user's own. */
    SCAN,
    STOP;

    /** Whether it is a start of the server after its first, in another world. */
    public boolean again() {
        return this == RESTART || this == LATER || this == KERNEL;
    }
}
