package io.mcpsf.agent;

/** What a tool may say to its caller while it works. */
interface Call {

    /** How far it is; the message is ours. Nobody hears it who did not ask. */
    void progress(double done, double total, String message);

    /**
     * Asks the person behind the agent. Only an explicit yes is one; a client that cannot ask its
     * user is a no.
     */
    boolean confirmed(String question) throws InterruptedException;
}
