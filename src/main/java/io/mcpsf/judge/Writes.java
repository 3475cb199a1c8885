package io.mcpsf.judge;

import io.mcpsf.model.Health;
import io.mcpsf.model.Observation.Access;
import io.mcpsf.model.Observation.Act;
import io.mcpsf.model.Observation.FileActed;
import io.mcpsf.model.Observation.FileChanged;
import io.mcpsf.model.Observation.FileOpened;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What was written, made or removed. An open for writing that changed nothing is not a write. */
final class Writes {

    private Writes() {}

    /** The observations that a path was written, in order. */
    static List<Seen> of(Trail trail) {
        Set<String> changed = new HashSet<>();
        trail.all(FileChanged.class).forEach(c -> changed.add(c.what().path()));
        boolean blind =
                trail.evidence().coverage().sense(Sense.FILE_CHANGES).health() == Health.BLIND;
        var writes = new ArrayList<Seen>();
        for (Seen seen : trail.seen(FileOpened.class)) {
            if (seen.what() instanceof FileOpened opened
                    && writing(opened)
                    && (blind || made(opened) || changed.contains(opened.path()))) {
                writes.add(seen);
            }
        }
        for (Seen seen : trail.seen(FileActed.class)) {
            if (seen.what() instanceof FileActed acted
                    && acted.act() != Act.CHOWN
                    // Programs ask for folders that are there all the time.
                    && (acted.act() != Act.MKDIR || blind || changed.contains(acted.path()))) {
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
                own.putIfAbsent(opened.path(), seen.seq());
            }
        }
        return own;
    }
}
