package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.Act;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.Change;
import io.mcpsf.model.FileObservation.FileActed;
import io.mcpsf.model.FileObservation.FileChanged;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Many files of the home that the server had not made itself are gone. */
final class MassDelete implements Rule {

    private static final int FILES = 8;
    private static final int DECOYS = 3;

    private static final About ABOUT =
            About.malice("mass-delete", Family.IMPACT, Severity.CRITICAL, Confidence.LIKELY)
                    .needs(Sense.FILES)
                    .attack("T1485")
                    .cwe("CWE-506")
                    .owaspMcp("MCP05")
                    .says(
                            "Deletes the user's files",
                            "At least eight files in the home folder, or three decoys, were deleted"
                                + " although no call mentioned them. Files that the server created"
                                + " itself, caches and build output are not counted, nor what git"
                                + " removes by the command that the called tool is for, in the"
                                + " repository that calls or the start chose.",
                            "Stop it and restore from a backup.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        GitByCalls git = GitByCalls.of(trail);
        Map<String, Seen> gone = gone(trail, git);
        Set<String> decoys = new HashSet<>();
        for (Seen seen : trail.seen(BaitTouched.class)) {
            if (seen.what() instanceof BaitTouched bait
                    && bait.touch() == Touch.DELETE
                    && !trail.asked(seen.at()).path(bait.path())
                    && !git.removed(seen.at(), bait.path())) {
                decoys.add(bait.bait());
                gone.putIfAbsent(bait.path(), seen);
            }
        }
        if (decoys.size() < DECOYS) {
            gone = FullestHome.of(gone);
        }
        if (gone.size() < FILES && decoys.size() < DECOYS) {
            return List.of();
        }
        var claims = new Claims(info(), trail);
        claims.add(
                "",
                "Deleted %d files in the home folder, among them %s."
                        .formatted(gone.size(), Message.list(gone.keySet(), 2)),
                gone.values().stream().sorted(Comparator.comparingLong(Seen::seq)).toList());
        return claims.findings();
    }

    /**
     * What was there before, is not there any more, and nobody asked to have removed. What was
     * renamed is missing from its place and not lost.
     */
    private static Map<String, Seen> gone(Trail trail, GitByCalls git) {
        var files = FilesBefore.of(trail);
        Map<String, Long> own = Writes.own(trail);
        Map<String, Seen> gone = new TreeMap<>();
        for (Seen seen : trail.seen(FileActed.class)) {
            if (seen.what() instanceof FileActed acted
                    && acted.act() == Act.DELETE
                    && files.gone(acted.path())
                    && !trail.asked(seen.at()).path(acted.path())
                    && !git.removed(seen.at(), acted.path())) {
                gone.putIfAbsent(acted.path(), seen);
            }
        }
        Set<String> touched = new HashSet<>();
        trail.evidence()
                .of(FileActed.class)
                .filter(acted -> acted.what().act() == Act.DELETE)
                .forEach(acted -> touched.add(acted.what().path()));
        for (Seen seen : trail.seen(FileChanged.class)) {
            // Nobody saw who removed it, so no call can be told to have asked for it by time.
            if (seen.what() instanceof FileChanged changed
                    && changed.change() == Change.DELETED
                    && !touched.contains(changed.path())
                    && !trail.everAsked(changed.path())) {
                gone.putIfAbsent(changed.path(), seen);
            }
        }
        trail.evidence()
                .of(FileActed.class)
                .filter(acted -> acted.what().act() == Act.RENAME)
                .forEach(acted -> gone.remove(acted.what().path()));
        gone.keySet().removeIf(path -> own.containsKey(path) || !HarmlessPlaces.belongings(path));
        return gone;
    }

    @Override
    public List<Example> examples() {
        var examples = new ArrayList<>(GitByCallsExamples.all());
        examples.addAll(own());
        return List.copyOf(examples);
    }

    private static List<Example> own() {
        return List.of(
                Example.fires("ten documents", deletes("/home/ana/doc/", 10, false)),
                Example.spares(
                        "ten files that it made itself", deletes("/home/ana/doc/", 10, true)),
                Example.spares("its cache", deletes("/home/ana/.cache/x/", 100, false)),
                Example.spares("two documents", deletes("/home/ana/doc/", 2, false)),
                Example.spares(
                        "makes sure that ten files are not there, which never were",
                        removals("/home/ana/.phone/session-", 10)),
                Example.spares(
                        "ten files that were asked to be deleted, and are found missing",
                        asked("/home/ana/doc/", 10)),
                Example.spares("pid and lock files that it moved to their place", locks(10)),
                Example.spares("two files in the home of each further start", cleaned(8, 2)),
                Example.fires("ten documents in the home of a further start", cleaned(1, 10)),
                Example.fires("a folder with all in it", folder("/home/ana/doc", 10)));
    }

    /** As a tool does that cleans a repository and is called again in each further start. */
    private static Story cleaned(int starts, int files) {
        var story = new Story().in(Phase.LATER);
        for (int start = 0; start < starts; start++) {
            String home = "/home/user" + start;
            for (int i = 0; i < files; i++) {
                String path = home + "/projects/notes/" + i;
                story.sees(new FileActed(Act.DELETE, path, "")).finds(Change.DELETED, path);
            }
        }
        return story;
    }

    private static Story deletes(String prefix, int files, boolean own) {
        var story = new Story().calls(1, "clean", "{}");
        for (int i = 0; i < files; i++) {
            if (own) {
                story.sees(new FileOpened(prefix + i, "", Access.CREATE, false));
            }
            story.sees(new FileActed(Act.DELETE, prefix + i, ""));
        }
        story.in(Phase.STOP);
        for (int i = 0; i < files && !own; i++) {
            story.finds(Change.DELETED, prefix + i);
        }
        return story;
    }

    private static Story removals(String prefix, int files) {
        var story = new Story().calls(1, "clean", "{}");
        for (int i = 0; i < files; i++) {
            story.sees(new FileActed(Act.DELETE, prefix + i, ""));
        }
        return story;
    }

    private static Story asked(String prefix, int files) {
        var story = new Story();
        for (int i = 0; i < files; i++) {
            story.calls(i + 1, "delete", "{\"path\":\"" + prefix + i + "\"}")
                    .sees(new FileActed(Act.DELETE, prefix + i, ""));
        }
        story.in(Phase.STOP);
        for (int i = 0; i < files; i++) {
            story.finds(Change.DELETED, prefix + i);
        }
        return story;
    }

    private static Story locks(int files) {
        var story = new Story();
        for (int i = 0; i < files; i++) {
            String path = "/home/ana/.app/" + i;
            story.sees(new FileOpened(path + ".tmp", "", Access.CREATE, false))
                    .sees(new FileActed(Act.RENAME, path + ".tmp", path))
                    .sees(new FileActed(Act.DELETE, path, ""));
        }
        return story;
    }

    private static Story folder(String folder, int files) {
        return removals(folder + "/", files)
                .sees(new FileActed(Act.DELETE, folder, ""))
                .in(Phase.STOP)
                .finds(Change.DELETED, folder);
    }
}
