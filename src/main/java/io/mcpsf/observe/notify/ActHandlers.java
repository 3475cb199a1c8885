package io.mcpsf.observe.notify;

import io.mcpsf.linux.FileCalls;
import io.mcpsf.model.FileObservation.Act;
import io.mcpsf.model.FileObservation.FileActed;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.Sense;
import io.mcpsf.observe.Hostile;

import java.util.Map;

/** What is done to paths: deleting, moving, linking, modes, owners, new folders. */
final class ActHandlers {

    private static final int HERE = FileCalls.AT_FDCWD;
    private static final int AT_EMPTY_PATH = 0x1000;
    private static final int AT_SYMLINK_NOFOLLOW = 0x100;
    private static final int AT_SYMLINK_FOLLOW = 0x400;
    private static final int MODE = 07777;

    private final PathLookup paths;
    private final BaitBook bait;

    ActHandlers(PathLookup paths, BaitBook bait) {
        this.paths = paths;
        this.bait = bait;
    }

    void addTo(Map<String, Handler> handlers) {
        handlers.put("unlink", t -> deleted(t, at(t, HERE, 0, false)));
        handlers.put("rmdir", t -> deleted(t, at(t, HERE, 0, false)));
        handlers.put("unlinkat", t -> deleted(t, at(t, t.small(0), 1, false)));
        handlers.put("rename", t -> moved(t, at(t, HERE, 0, false), at(t, HERE, 1, false)));
        handlers.put("renameat", this::movedAt);
        handlers.put("renameat2", this::movedAt);
        handlers.put("link", t -> linked(t, at(t, HERE, 0, false), at(t, HERE, 1, false)));
        handlers.put("linkat", this::linkedAt);
        handlers.put("symlink", t -> symlinked(t, HERE, 1));
        handlers.put("symlinkat", t -> symlinked(t, t.small(1), 2));
        handlers.put("chmod", t -> acted(t, Act.CHMOD, at(t, HERE, 0, true), mode(t, 1)));
        handlers.put("fchmod", t -> acted(t, Act.CHMOD, held(t, t.small(0)), mode(t, 1)));
        handlers.put("fchmodat", t -> acted(t, Act.CHMOD, at(t, t.small(0), 1, true), mode(t, 2)));
        handlers.put("fchmodat2", t -> acted(t, Act.CHMOD, flagged(t, 3), mode(t, 2)));
        handlers.put("chown", t -> acted(t, Act.CHOWN, at(t, HERE, 0, true), owner(t, 1)));
        handlers.put("lchown", t -> acted(t, Act.CHOWN, at(t, HERE, 0, false), owner(t, 1)));
        handlers.put("fchown", t -> acted(t, Act.CHOWN, held(t, t.small(0)), owner(t, 1)));
        handlers.put("fchownat", t -> acted(t, Act.CHOWN, flagged(t, 4), owner(t, 2)));
        handlers.put("mkdir", t -> acted(t, Act.MKDIR, at(t, HERE, 0, false), ""));
        handlers.put("mkdirat", t -> acted(t, Act.MKDIR, at(t, t.small(0), 1, false), ""));
        handlers.put("truncate", this::truncated);
        handlers.put("mknod", t -> acted(t, Act.MAKE_NODE, at(t, HERE, 0, false), ""));
        handlers.put("mknodat", t -> acted(t, Act.MAKE_NODE, at(t, t.small(0), 1, false), ""));
    }

    private void deleted(Trap trap, ResolvedPath place) {
        acted(trap, Act.DELETE, place, "");
        bait.touched(trap, place, Touch.DELETE);
    }

    private void movedAt(Trap trap) {
        moved(trap, at(trap, trap.small(0), 1, false), at(trap, trap.small(2), 3, false));
    }

    private void moved(Trap trap, ResolvedPath from, ResolvedPath to) {
        acted(trap, Act.RENAME, from, to.remarkedPath());
        bait.touched(trap, from, Touch.MOVE);
        bait.touchedBelow(trap, from, Touch.MOVE);
        if (to.found()) {
            bait.touched(trap, to, Touch.WRITE);
        }
    }

    private void linkedAt(Trap trap) {
        int flags = trap.small(4);
        byte[] path = trap.path(1);
        ResolvedPath from =
                path.length == 0 && (flags & AT_EMPTY_PATH) != 0
                        ? held(trap, trap.small(0))
                        : paths.find(
                                trap.task(), trap.small(0), path, (flags & AT_SYMLINK_FOLLOW) != 0);
        linked(trap, from, at(trap, trap.small(2), 3, false));
    }

    private static void linked(Trap trap, ResolvedPath from, ResolvedPath to) {
        acted(trap, Act.LINK, from, to.remarkedPath());
    }

    /** A symbolic link is a path and, as its other path, the text it will hold. */
    private void symlinked(Trap trap, int folder, int argument) {
        String target = Hostile.text(trap.path(0), FileCalls.PATH_MAX);
        acted(trap, Act.SYMLINK, at(trap, folder, argument, false), target);
    }

    private void truncated(Trap trap) {
        ResolvedPath place = at(trap, HERE, 0, true);
        acted(trap, Act.TRUNCATE, place, "");
        bait.touched(trap, place, Touch.WRITE);
    }

    private static void acted(Trap trap, Act act, ResolvedPath place, String to) {
        trap.saw(Sense.FILES, new FileActed(act, place.remarkedPath(), to));
        trap.doubt(place);
    }

    private ResolvedPath at(Trap trap, int folder, int argument, boolean follow) {
        return paths.find(trap.task(), folder, trap.path(argument), follow);
    }

    /** For calls that say by their flags whether links are followed and an empty path will do. */
    private ResolvedPath flagged(Trap trap, int argument) {
        int flags = trap.small(argument);
        byte[] path = trap.path(1);
        if (path.length == 0 && (flags & AT_EMPTY_PATH) != 0) {
            return held(trap, trap.small(0));
        }
        boolean follow = (flags & AT_SYMLINK_NOFOLLOW) == 0;
        return paths.find(trap.task(), trap.small(0), path, follow);
    }

    private ResolvedPath held(Trap trap, int descriptor) {
        return paths.held(trap.task(), descriptor);
    }

    private static String mode(Trap trap, int argument) {
        return "%04o".formatted(trap.small(argument) & MODE);
    }

    private static String owner(Trap trap, int argument) {
        return trap.small(argument) + ":" + trap.small(argument + 1);
    }
}
