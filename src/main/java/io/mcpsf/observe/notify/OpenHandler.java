package io.mcpsf.observe.notify;

import io.mcpsf.linux.CallNames;
import io.mcpsf.linux.FileCalls;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.Sense;
import io.mcpsf.observe.Hostile;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Opens: the most frequent of all calls that are watched. */
final class OpenHandler {

    private static final int O_ACCMODE = 3;
    private static final int O_WRONLY = 1;
    private static final int O_CREAT = 0x40;
    private static final int O_TRUNC = 0x200;
    private static final int O_TMPFILE = 0x400000;

    private static final Set<Integer> NUMBERS =
            Stream.of("open", "openat", "openat2", "creat")
                    .filter(CallNames.ours()::has)
                    .map(CallNames.ours()::number)
                    .collect(Collectors.toUnmodifiableSet());

    private final PathLookup paths;
    private final BaitBook bait;

    OpenHandler(PathLookup paths, BaitBook bait) {
        this.paths = paths;
        this.bait = bait;
    }

    /** Whether that is one of the calls that open a file. */
    static boolean opens(int number) {
        return NUMBERS.contains(number);
    }

    void addTo(Map<String, Handler> handlers) {
        handlers.put("open", t -> opened(t, FileCalls.AT_FDCWD, 0, t.small(1)));
        handlers.put("openat", t -> opened(t, t.small(0), 1, t.small(2)));
        handlers.put("openat2", t -> opened(t, t.small(0), 1, (int) t.word(t.argument(2))));
        handlers.put("creat", t -> opened(t, FileCalls.AT_FDCWD, 0, O_CREAT | O_WRONLY | O_TRUNC));
    }

    private void opened(Trap trap, int folder, int argument, int flags) {
        byte[] asked = trap.path(argument);
        boolean follow = (flags & FileCalls.O_NOFOLLOW) == 0;
        ResolvedPath place = paths.find(trap.task(), folder, asked, follow);
        Access access = access(flags, place);
        String written = Hostile.text(asked);
        // Most of the time both are the same text: keep one.
        String resolved = place.remarkedPath();
        String path = resolved.equals(written) ? written : resolved;
        trap.saw(Sense.FILES, new FileOpened(path, written, access, place.found()));
        trap.doubt(place);
        if (access == Access.LOOK) {
            return;
        }
        int mode = flags & O_ACCMODE;
        if (mode != O_WRONLY && place.found()) {
            bait.touched(trap, place, Touch.READ);
        }
        if (mode != 0 || (flags & O_TRUNC) != 0) {
            bait.touched(trap, place, Touch.WRITE);
        }
    }

    private static Access access(int flags, ResolvedPath place) {
        if ((flags & FileCalls.O_PATH) != 0) {
            return Access.LOOK;
        }
        if ((flags & O_TMPFILE) == O_TMPFILE) {
            return Access.CREATE;
        }
        if ((flags & FileCalls.O_DIRECTORY) != 0 || (place.found() && place.stat().folder())) {
            return Access.LOOK;
        }
        if ((flags & O_CREAT) != 0 && !place.found()) {
            return Access.CREATE;
        }
        return (flags & O_ACCMODE) != 0 || (flags & O_TRUNC) != 0 ? Access.WRITE : Access.READ;
    }
}
