package io.mcpsf.judge;

import io.mcpsf.model.FileObservation.Act;
import io.mcpsf.model.FileObservation.Change;
import io.mcpsf.model.FileObservation.FileActed;
import io.mcpsf.model.FileObservation.FileChanged;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Health;
import io.mcpsf.model.Sense;

import java.util.HashMap;
import java.util.Map;

/**
 * What a change of files came to, by comparing them with what was there before. Sensors see what is
 * asked of the kernel, not what became of it: who removes a file that never existed, or a lock of
 * its own, has destroyed nothing. Where nobody compared, what was asked counts.
 */
final class FilesBefore {

    private final boolean compared;
    private final Map<String, Change> changes = new HashMap<>();

    private FilesBefore(boolean compared) {
        this.compared = compared;
    }

    static FilesBefore of(Trail trail) {
        Health health = trail.evidence().coverage().sense(Sense.FILE_CHANGES).health();
        var files = new FilesBefore(health == Health.FULL);
        for (var seen : trail.evidence().of(FileChanged.class).toList()) {
            // Gone says more than made again in a later start.
            files.changes.merge(
                    seen.what().path(),
                    seen.what().change(),
                    (one, other) -> one == Change.DELETED ? one : other);
        }
        return files;
    }

    /** A file or folder that was there before is not there any more. */
    boolean gone(String path) {
        if (!compared) {
            return true;
        }
        for (String place = path; place.length() > 1; place = Paths.parent(place)) {
            if (changes.get(place) == Change.DELETED) {
                return true;
            }
        }
        return false;
    }

    /** What was opened for writing is different now, or would be if anybody had compared. */
    boolean written(FileOpened opened) {
        if (changes.containsKey(opened.path())) {
            return true;
        }
        return !compared && Writes.made(opened);
    }

    /** The act changed something that is still to be seen at the end. */
    boolean done(FileActed acted) {
        if (!compared) {
            return acted.act() != Act.MKDIR || changes.containsKey(acted.path());
        }
        return switch (acted.act()) {
            case DELETE -> gone(acted.path());
            case RENAME -> gone(acted.path()) || changes.containsKey(acted.to());
            case LINK -> changes.containsKey(acted.to());
            case SYMLINK, MKDIR, MAKE_NODE, TRUNCATE, CHMOD, CHOWN ->
                    changes.containsKey(acted.path());
        };
    }

    boolean compared() {
        return compared;
    }
}
