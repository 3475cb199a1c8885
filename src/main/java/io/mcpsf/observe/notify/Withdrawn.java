package io.mcpsf.observe.notify;

import java.util.List;

/**
 * A call that was told and then withdrawn: a signal reached the caller before our answer did. The
 * kernel makes the same call again for it, which is told only as far as it has become another one.
 * Happens with filters that cannot ask the kernel to wait (runc's).
 */
final class Withdrawn {

    private int thread;
    private List<Trap.Sighting> told = List.of();
    private boolean unanswered;
    private boolean again;

    /** What of a thread's call has not been told before. */
    List<Trap.Sighting> untold(int caller, List<Trap.Sighting> sightings) {
        boolean known = again && caller == thread && sightings.equals(told);
        thread = caller;
        told = List.copyOf(sightings);
        again = false;
        unanswered = true;
        return known ? List.of() : sightings;
    }

    /** Whether the answer to a thread's call has been heard. */
    void answered(int caller, boolean heard) {
        if (unanswered) {
            again = !heard;
        } else if (heard && caller == thread) {
            again = false;
        }
        unanswered = false;
    }
}
