package io.mcpsf.mcp;

/** Where a transport puts what it receives. Any of its threads may call; they take turns. */
public interface Inbox {

    /**
     * One message as it came, {@code bytes} long of which {@code kept} is the beginning; false when
     * the budget is spent and nothing more must be read.
     */
    boolean received(byte[] kept, long bytes, boolean whole);

    /** Something wrong with the carrier itself; {@code detail} is ours. */
    void odd(Fault fault, String detail, byte[] raw, long bytes);

    /** What the carrier said instead of an answer to this question; ignored when it has one. */
    void failed(long id, Reply.Err instead);

    /** Whether somebody still waits for the answer to this question. */
    boolean waiting(long id);

    /** The connection is over; {@code why} is ours and only the first counts. */
    void ended(String why);
}
