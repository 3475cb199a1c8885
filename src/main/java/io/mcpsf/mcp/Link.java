package io.mcpsf.mcp;

import java.time.Duration;

/** An open transport, as the client uses it. */
public interface Link {

    /**
     * Takes one message to be sent; false, and counted, when there was no room in that time. With
     * no time at all it never waits.
     */
    boolean offer(Outgoing message, Duration patience) throws InterruptedException;

    /** Both sides agreed on a revision; before that none is spoken of. */
    void agreed(String revision);

    /** Nobody waits for the answer to this question any more. */
    void giveUp(long id);

    Traffic traffic();

    /** Takes leave and closes, in the background where that could wait for the peer. */
    void end();

    /** Messages that went out, and those for which there was no room. */
    record Traffic(long sent, long unsent) {}
}
