package io.mcpsf.observe.seccheck;

import io.mcpsf.model.Observation.Act;

import java.util.EnumMap;
import java.util.Map;

/**
 * Who asked for what to be done to files. gVisor tells who calls and the host what was done, each
 * on its own: they are joined by kind, the deed with the last who asked for such a thing.
 */
final class Actors {

    private final Map<Act, Integer> last = new EnumMap<>(Act.class);
    private final Map<Act, Long> open = new EnumMap<>(Act.class);

    void asked(Act act, int process) {
        last.put(act, process);
        open.merge(act, 1L, Long::sum);
    }

    /** The number of the process that asked last, or 0. */
    int last(Act act) {
        return last.getOrDefault(act, 0);
    }

    /** Whether somebody asked for it more often than it was told. */
    boolean take(Act act) {
        long left = open.getOrDefault(act, 0L);
        open.put(act, Math.max(0, left - 1));
        return left > 0;
    }
}
