package io.mcpsf.run.question;

import io.mcpsf.sandbox.Sandbox;

/** What goes on beside a server that was questioned, while it idles. */
public interface Meanwhile {

    /** The server idles from now on, in this sandbox; returns at once. */
    void idling(Sandbox sandbox);

    /** Returns when it is over: what comes next measures time and wants the machine for itself. */
    void finish() throws InterruptedException;

    /** Nothing. */
    static Meanwhile nothing() {
        return new Meanwhile() {
            @Override
            public void idling(Sandbox sandbox) {}

            @Override
            public void finish() {}
        };
    }
}
