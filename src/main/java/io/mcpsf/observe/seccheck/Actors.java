package io.mcpsf.observe.seccheck;

import io.mcpsf.model.FileObservation.Act;

import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;

/**
 * Who asked for what to be done to files. gVisor tells who calls and the host what was done, each
 * on its own: they are joined by kind, the deed with the last who asked for such a thing.
 */
final class Actors {

    private static final int MOST = 1024;

    private final Map<Act, Integer> last = new EnumMap<>(Act.class);
    private final ArrayDeque<Integer> modes = new ArrayDeque<>();

    void asked(Act act, int process) {
        last.put(act, process);
    }

    /** Somebody asked for a mode of some file. */
    void asked(int process, int mode) {
        asked(Act.CHMOD, process);
        if (modes.size() >= MOST) {
            modes.removeFirst();
        }
        modes.addLast(mode);
    }

    /** The number of the process that asked last, or 0. */
    int last(Act act) {
        return last.getOrDefault(act, 0);
    }

    /** Whether somebody asked for this mode and it was not told yet. */
    boolean take(int mode) {
        return modes.remove(Integer.valueOf(mode));
    }
}
