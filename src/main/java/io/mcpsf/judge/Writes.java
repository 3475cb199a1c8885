package io.mcpsf.judge;

import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.Act;
import io.mcpsf.model.FileObservation.FileActed;
import io.mcpsf.model.FileObservation.FileChanged;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Seen;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What was written, made or removed. An open for writing that changed nothing is not a write. */
final class Writes {

    private Writes() {}

    /** The observations that a path was written, in order. */
    static List<Seen> of(Trail trail) {
        var files = FilesBefore.of(trail);
        var writes = new ArrayList<Seen>();
        for (Seen seen : trail.seen(FileOpened.class)) {
            if (seen.what() instanceof FileOpened opened
                    && writing(opened)
                    && files.written(opened)) {
                writes.add(seen);
            }
        }
        for (Seen seen : trail.seen(FileActed.class)) {
            if (seen.what() instanceof FileActed acted
                    && acted.act() != Act.CHOWN
                    && files.done(acted)) {
                writes.add(seen);
            }
        }
        writes.sort(Comparator.comparingLong(Seen::seq));
        return writes;
    }

    /** The path that an observation of {@link #of} is about. */
    static String path(Seen seen) {
        return switch (seen.what()) {
            case FileOpened opened -> opened.path();
            case FileActed acted -> acted.path();
            case FileChanged changed -> changed.path();
            default -> "";
        };
    }

    static boolean deletes(Seen seen) {
        return seen.what() instanceof FileActed acted && acted.act() == Act.DELETE;
    }

    static boolean writing(FileOpened opened) {
        return opened.access() == Access.WRITE || opened.access() == Access.CREATE;
    }

    /** The open makes a file that was not there. */
    static boolean made(FileOpened opened) {
        return opened.access() == Access.CREATE && !opened.found();
    }

    /** The path that an act brings into being, or empty. */
    static String made(FileActed acted) {
        return switch (acted.act()) {
            case RENAME, LINK -> acted.to();
            case SYMLINK, MKDIR, MAKE_NODE -> acted.path();
            case DELETE, CHMOD, CHOWN, TRUNCATE -> "";
        };
    }

    /** The number at which each path was first made by the sample itself. */
    static Map<String, Long> own(Trail trail) {
        var own = new HashMap<String, Long>();
        for (Seen seen : trail.seen(FileOpened.class)) {
            if (seen.what() instanceof FileOpened opened && made(opened)) {
                own.merge(opened.path(), seen.seq(), Math::min);
            }
        }
        // A file that is moved to its place when it is complete was made as much as any other.
        for (Seen seen : trail.seen(FileActed.class)) {
            if (seen.what() instanceof FileActed acted
                    && acted.act() == Act.RENAME
                    && own.containsKey(acted.path())) {
                own.merge(acted.to(), seen.seq(), Math::min);
            }
        }
        return own;
    }
}
