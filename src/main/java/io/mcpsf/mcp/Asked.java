package io.mcpsf.mcp;

/** A question that is under way. */
@FunctionalInterface
public interface Asked {

    /** Waits for what becomes of it, to the end of its time; once. */
    Reply reply() throws InterruptedException;
}
