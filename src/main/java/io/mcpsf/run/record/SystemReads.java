package io.mcpsf.run.record;

import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Marks;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Observation.Repeated;
import io.mcpsf.model.Phase;

import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Reads of the system's own files while we attack: libraries, languages, time zones. A server that
 * starts a program for each hostile call opens them a thousand times, each time by another process.
 * Equal ones are counted over the whole attack. No rule hears of a read under attack that carries
 * no mark of ours, and who reads what nobody can change shows nothing by it. Writes, places of the
 * sample, decoys and everything else stand in the evidence one by one.
 */
public final class SystemReads {

    /** Where nobody in a sandbox can write, as the sample named them and as they are. */
    private static final List<String> FOLDERS =
            List.of("/usr/", "/lib/", "/lib64/", "/bin/", "/sbin/");

    private static final Set<String> FILES =
            Set.of("/etc/ld.so.cache", "/etc/locale.alias", "/dev/null");

    private final SeenAgain again = new SeenAgain();
    private boolean attacked;

    /** From now on the evidence holds a hostile value. */
    public void attacked() {
        attacked = true;
    }

    /** Whether this is such a read. */
    public boolean covers(Phase phase, Observation what) {
        return attacked
                && phase == Phase.ATTACK
                && what instanceof FileOpened opened
                && opened.access() == Access.READ
                && system(opened.path())
                && system(opened.asked())
                && Marks.in(opened).isEmpty();
    }

    /** Whether an equal one was seen before; if so, it is counted. */
    public boolean counted(Observation what) {
        return again.counted(0, what);
    }

    /** From now on equal ones are counted; {@code line} is where it stands, or 0. */
    public void remember(Observation what, long line) {
        again.remember(0, what, line);
    }

    void flush(BiConsumer<Integer, Repeated> told) {
        again.flush(told);
    }

    /** A name of settings is not covered: who looks for them here may have looked elsewhere. */
    private static boolean system(String path) {
        return FILES.contains(path)
                || (FOLDERS.stream().anyMatch(path::startsWith)
                        && !path.contains("/../")
                        && !path.endsWith("/.env"));
    }
}
