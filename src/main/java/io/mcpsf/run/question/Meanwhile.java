package io.mcpsf.run.question;

import io.mcpsf.sandbox.Sandbox;

/** Work that is done while a server idles after its questions. */
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
