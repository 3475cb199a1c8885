package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.Act;
import io.mcpsf.model.FileObservation.FileActed;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProcessObservation.Image;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A program was executed that the server had written itself during the run. */
final class DroppedExec implements Rule {

    /** Who may write programs: compilers, by lineage. */
    private static final Set<String> COMPILERS =
            Set.of(
                    "gcc", "cc", "g++", "c++", "ld", "collect", "clang", "rustc", "cargo", "go",
                    "javac", "tsc", "make");

    private static final About ABOUT =
            About.malice("dropped-exec", Family.EXECUTION, Severity.HIGH, Confidence.LIKELY)
                    .needs(Sense.PROCESSES, Sense.FILES)
                    .attack("T1105", "T1070.004")
                    .cwe("CWE-506", "CWE-494")
                    .owaspMcp("MCP04")
                    .says(
                            "Drops a program and runs it",
                            "A file that the server wrote after its start was executed. CRITICAL"
                                    + " when at least two of these hold: it is hidden, it is in a"
                                    + " temporary folder, it is deleted afterwards. The output of a"
                                    + " system compiler is not counted.",
                            "Take the dropped file from the case and have it analysed.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        Map<String, Seen> written = written(trail);
        Map<String, Seen> deleted = new HashMap<>();
        for (Seen seen : trail.seen(FileActed.class)) {
            if (Writes.deletes(seen)) {
                deleted.put(Writes.path(seen), seen);
            }
        }
        var claims = new Claims(info(), trail);
        for (Seen seen : trail.seen(ProcessStarted.class)) {
            if (seen.what() instanceof ProcessStarted started
                    && started.image() != Image.MISSING
                    && seen.at().phase() != Phase.INSTALL) {
                Seen drop = written.get(started.path());
                if (drop != null && drop.seq() < seen.seq()) {
                    Seen gone = deleted.get(started.path());
                    boolean removed = gone != null && gone.seq() > seen.seq();
                    claims.add(
                            "",
                            "Wrote %s and ran it%s."
                                    .formatted(
                                            Message.cut(started.path()),
                                            removed ? ", then deleted it" : ""),
                            furtive(started.path(), removed) ? Severity.CRITICAL : Severity.HIGH,
                            Confidence.LIKELY,
                            removed ? List.of(drop, seen, gone) : List.of(drop, seen));
                }
            }
        }
        return claims.findings();
    }

    private static boolean furtive(String path, boolean removed) {
        int signs = removed ? 1 : 0;
        signs += path.contains("/.") ? 1 : 0;
        signs += path.matches("(/tmp|/var/tmp|/dev/shm|/run/shm)/.*") ? 1 : 0;
        return signs >= 2;
    }

    private static Map<String, Seen> written(Trail trail) {
        var written = new HashMap<String, Seen>();
        for (Seen seen : trail.seen(FileOpened.class)) {
            if (seen.what() instanceof FileOpened opened
                    && Writes.writing(opened)
                    && Programs.trusted(trail, seen.at()).stream().noneMatch(COMPILERS::contains)) {
                written.putIfAbsent(opened.path(), seen);
            }
        }
        for (Seen seen : trail.seen(FileActed.class)) {
            if (seen.what() instanceof FileActed acted
                    && (acted.act() == Act.RENAME || acted.act() == Act.LINK)
                    && written.containsKey(acted.path())) {
                written.putIfAbsent(acted.to(), seen);
            }
        }
        return written;
    }

    @Override
    public List<Example> examples() {
        var drop = new FileOpened("/tmp/.x", "/tmp/.x", Access.CREATE, false);
        return List.of(
                Example.fires(
                        "written, run, removed",
                        new Story()
                                .sees(drop)
                                .starts(2, 1, "/tmp/.x", "/tmp/.x")
                                .sees(new FileActed(Act.DELETE, "/tmp/.x", ""))),
                Example.fires(
                        "written under another name",
                        new Story()
                                .sees(new FileOpened("/tmp/a.part", "", Access.CREATE, false))
                                .sees(new FileActed(Act.RENAME, "/tmp/a.part", "/tmp/a"))
                                .starts(2, 1, "/tmp/a", "a")),
                Example.spares(
                        "run first, written later",
                        new Story().starts(2, 1, "/tmp/.x", "/tmp/.x").sees(drop)),
                Example.spares(
                        "a compiler wrote it",
                        new Story()
                                .starts(2, 1, "/usr/bin/gcc", "gcc", "-o", "/tmp/a")
                                .sees(new FileOpened("/tmp/a", "/tmp/a", Access.CREATE, false))
                                .starts(3, 1, "/tmp/a", "/tmp/a")),
                Example.spares(
                        "a script for an interpreter of the system",
                        new Story()
                                .sees(new FileOpened("/tmp/s.py", "", Access.CREATE, false))
                                .starts(2, 1, "/usr/bin/python3", "python3", "/tmp/s.py")));
    }
}
