package io.mcpsf.mcp;

/** Which way a frame crossed, as we see it. */
public enum Direction {
    SENT,
    RECEIVED
}
