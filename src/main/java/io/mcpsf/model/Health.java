package io.mcpsf.model;

/** How well a sense could see. Ordered: later is worse. */
public enum Health {
    FULL,
    LOSSY,
    BLIND
}
