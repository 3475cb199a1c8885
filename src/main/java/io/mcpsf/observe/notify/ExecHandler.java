package io.mcpsf.observe.notify;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.linux.ErrnoException;
import io.mcpsf.linux.FileCalls;
import io.mcpsf.model.Observation.BaitLeft;
import io.mcpsf.model.Observation.Image;
import io.mcpsf.model.Observation.ProcessStarted;
import io.mcpsf.model.Observation.Touch;
import io.mcpsf.model.Sense;
import io.mcpsf.observe.Hostile;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Execs: the program, its arguments, and what in its surroundings is worth a word. */
final class ExecHandler {

    /** Longer than a person reads, shorter than what hurts: arguments, and each of them. */
    private static final int MOST_ARGUMENTS = 256;

    private static final int LONGEST_ARGUMENT = 4096;

    /** Of all arguments together, for the evidence, and for the search for canaries. */
    private static final int MOST_KEPT = 32 << 10;

    private static final int MOST_SEARCHED = 512 << 10;
    private static final int MOST_POINTERS = 4096;
    private static final int LONGEST_VARIABLE = 256;
    private static final int AT_EMPTY_PATH = 0x1000;
    private static final int AT_SYMLINK_NOFOLLOW = 0x100;

    /** Variables that make a program load or run something else than it seems to. */
    private static final List<String> NOTABLE =
            List.of(
                    "LD_PRELOAD=",
                    "LD_AUDIT=",
                    "LD_LIBRARY_PATH=",
                    "NODE_OPTIONS=",
                    "PYTHONSTARTUP=",
                    "PYTHONINSPECT=",
                    "BASH_ENV=",
                    "PROMPT_COMMAND=",
                    "PERL5OPT=",
                    "RUBYOPT=",
                    "JAVA_TOOL_OPTIONS=",
                    "GIT_SSH_COMMAND=",
                    "GIT_EXTERNAL_DIFF=");

    private static final List<String> STREAMS = List.of("stdin", "stdout", "stderr");

    private final Paths paths;
    private final BaitBook bait;
    private final Sockets sockets;
    private final CanaryFinder canaries;

    ExecHandler(Paths paths, BaitBook bait, Sockets sockets, CanaryFinder canaries) {
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
                    started(t, paths.find(t.task(), FileCalls.AT_FDCWD, asked, true), 1);
                });
        handlers.put("execveat", t -> started(t, at(t), 2));
    }

    private Place at(Trap trap) {
        byte[] asked = trap.path(1);
        int flags = trap.small(4);
        if (asked.length == 0 && (flags & AT_EMPTY_PATH) != 0) {
            return paths.held(trap.task(), trap.small(0));
        }
        return paths.find(trap.task(), trap.small(0), asked, (flags & AT_SYMLINK_NOFOLLOW) == 0);
    }

    private void started(Trap trap, Place place, int vector) {
        Arguments arguments = arguments(trap, trap.argument(vector));
        List<String> notable = new ArrayList<>();
        for (int i = 0; i < STREAMS.size(); i++) {
            String peer = sockets.network(trap.task(), i);
            if (!peer.isEmpty()) {
                notable.add(STREAMS.get(i) + " is a " + peer);
            }
        }
        variables(trap, trap.argument(vector + 1), notable);
        var process = trap.task().process;
        process.announced = true;
        trap.saw(
                Sense.PROCESSES,
                new ProcessStarted(
                        process.number,
                        process.parent,
                        place.plainPath(),
                        arguments.kept(),
                        image(place),
                        notable));
        bait.touched(trap, place, Touch.READ);
        for (var found : canaries.find(arguments.all().toByteArray())) {
            trap.saw(
                    Sense.PROCESSES,
                    new BaitLeft(
                            found.bait(),
                            found.kind(),
                            "argv",
                            place.plainPath(),
                            found.encoding()));
        }
    }

    private static Image image(Place place) {
        if (place.memory()) {
            return Image.MEMORY;
        }
        if (place.deleted()) {
            return Image.DELETED;
        }
        boolean runs = place.found() && place.stat().regular() && place.stat().executable();
        return runs ? Image.FILE : Image.MISSING;
    }

    private record Arguments(List<String> kept, ByteArrayOutputStream all) {}

    private static Arguments arguments(Trap trap, long vector) {
        List<String> kept = new ArrayList<>();
        var all = new ByteArrayOutputStream();
        int room = MOST_KEPT;
        int count = 0;
        for (long pointer : trap.pointers(vector, MOST_POINTERS)) {
            int left = Math.max(1, Math.min(MOST_SEARCHED - all.size(), 128 << 10));
            byte[] argument = trap.string(pointer, left);
            all.writeBytes(argument);
            all.write(0);
            if (count < MOST_ARGUMENTS && room > 0) {
                kept.add(Hostile.text(argument, Math.min(LONGEST_ARGUMENT, room)));
                room -= argument.length;
            }
            count++;
        }
        if (kept.size() < count) {
            kept.add(Hostile.CUT + " " + (count - kept.size()) + " more");
        }
        return new Arguments(kept, all);
    }

    /** A vector that cannot be read to its end fails in the kernel too; what is there counts. */
    private static void variables(Trap trap, long vector, List<String> notable) {
        try {
            for (long pointer : trap.pointers(vector, MOST_POINTERS)) {
                String variable = Hostile.text(trap.string(pointer, LONGEST_VARIABLE));
                if (NOTABLE.stream().anyMatch(variable::startsWith)) {
                    notable.add(variable);
                }
            }
        } catch (ErrnoException unreadable) {
            notable.add("the environment is unreadable");
        }
    }
}
