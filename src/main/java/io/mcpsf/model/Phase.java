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
    /** Hostile input of ours; what a server does here may be our own doing. */
    ATTACK,
    STOP
}
