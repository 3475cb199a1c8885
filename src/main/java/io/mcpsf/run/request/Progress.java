package io.mcpsf.run.request;

import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.Seen;

/** Receives the progress of an assessment, from any thread. It must return at once. */
public interface Progress {

    /** A phase begins, or goes on with something else: {@code detail} may be hostile. */
    void phase(Phase phase, String detail);

    void done(Phase phase, PhaseResult result);

    /** Something worth a line of its own, such as a runtime that is being installed. */
    void note(String what);

    /** How much was seen so far, and how much of it is alarming. */
    void events(long total, long alerts);

    /** One event, as it is seen. The sample waits meanwhile. */
    default void seen(Seen seen) {}

    static Progress none() {
        return new Progress() {
            @Override
            public void phase(Phase phase, String detail) {}

            @Override
            public void done(Phase phase, PhaseResult result) {}

            @Override
            public void note(String what) {}

            @Override
            public void events(long total, long alerts) {}
        };
    }
}
