package io.mcpsf.observe.notify;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.linux.ErrnoException;
import io.mcpsf.linux.FileCalls;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.ProcessObservation.Image;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.observe.ExecArguments;
import io.mcpsf.observe.Hostile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Execs: the program, its arguments, and what in its surroundings is worth a word. */
final class ExecHandler {

    private static final int MOST_POINTERS = 4096;
    private static final int LONGEST_VARIABLE = 256;
    private static final int AT_EMPTY_PATH = 0x1000;
    private static final int AT_SYMLINK_NOFOLLOW = 0x100;

    private static final List<String> STREAMS = List.of("stdin", "stdout", "stderr");

    private final PathLookup paths;
    private final BaitBook bait;
    private final Sockets sockets;
    private final CanaryFinder canaries;
    private final ExecWitness witness;

    ExecHandler(
            PathLookup paths,
            BaitBook bait,
            Sockets sockets,
            CanaryFinder canaries,
            ExecWitness witness) {
        this.witness = witness;
        this.paths = paths;
        this.bait = bait;
        this.sockets = sockets;
        this.canaries = canaries;
    }

    void addTo(Map<String, Handler> handlers) {
        handlers.put(
                "execve",
                t -> {
                    byte[] asked = t.path(0);
                    started(t, asked, paths.find(t.task(), FileCalls.AT_FDCWD, asked, true), 1);
                });
        handlers.put("execveat", t -> started(t, new byte[0], at(t), 2));
    }

    private ResolvedPath at(Trap trap) {
        byte[] asked = trap.path(1);
        int flags = trap.small(4);
        if (asked.length == 0 && (flags & AT_EMPTY_PATH) != 0) {
            return paths.held(trap.task(), trap.small(0));
        }
        return paths.find(trap.task(), trap.small(0), asked, (flags & AT_SYMLINK_NOFOLLOW) == 0);
    }

    private void started(Trap trap, byte[] asked, ResolvedPath place, int vector) {
        ExecArguments arguments = arguments(trap, trap.argument(vector));
        List<String> notable = new ArrayList<>();
        for (int i = 0; i < STREAMS.size(); i++) {
            String peer = sockets.network(trap.task(), i);
            if (!peer.isEmpty()) {
                notable.add(STREAMS.get(i) + " is a " + peer);
            }
        }
        variables(trap, trap.argument(vector + 1), notable);
        if (!place.doubt().isEmpty()) {
            notable.add("its path is uncertain: " + place.doubt());
        }
        var process = trap.task().process;
        process.announced = true;
        var started =
                new ProcessStarted(
                        process.number,
                        process.parent,
                        place.path(),
                        arguments.kept(),
                        image(place),
                        notable);
        trap.saw(Sense.PROCESSES, started);
        witness.expect(trap, asked, place, arguments.all(), started);
        bait.touched(trap, place, Touch.READ);
        for (var found : canaries.find(arguments.all())) {
            trap.saw(
                    Sense.PROCESSES,
                    new BaitLeft(
                            found.bait(), found.kind(), "argv", place.path(), found.encoding()));
        }
    }

    private static Image image(ResolvedPath place) {
        if (place.memory()) {
            return Image.MEMORY;
        }
        if (place.deleted()) {
            return Image.DELETED;
        }
        boolean runs = place.found() && place.stat().regular() && place.stat().executable();
        return runs ? Image.FILE : Image.MISSING;
    }

    private static ExecArguments arguments(Trap trap, long vector) {
        var arguments = new ExecArguments();
        for (long pointer : trap.pointers(vector, MOST_POINTERS)) {
            arguments.add(trap.string(pointer, arguments.wanted()));
        }
        return arguments;
    }

    /** A vector that cannot be read to its end fails in the kernel too; what is there counts. */
    private static void variables(Trap trap, long vector, List<String> notable) {
        try {
            for (long pointer : trap.pointers(vector, MOST_POINTERS)) {
                String variable = Hostile.text(trap.string(pointer, LONGEST_VARIABLE));
                if (ExecArguments.notable(variable)) {
                    notable.add(variable);
                }
            }
        } catch (ErrnoException unreadable) {
            notable.add("the environment is unreadable");
        }
    }
}
