package io.mcpsf.mcp;

import java.time.Duration;

/** A question in its words, which takes longer than to send it. */
@FunctionalInterface
public interface Ready {

    /** Sends it, once, and does not wait for its answer; the time runs from here. */
    Asked send(Duration atMost) throws InterruptedException;
}
