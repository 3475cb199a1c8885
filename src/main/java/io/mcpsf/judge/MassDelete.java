package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Observation.Access;
import io.mcpsf.model.Observation.Act;
import io.mcpsf.model.Observation.BaitTouched;
import io.mcpsf.model.Observation.Change;
import io.mcpsf.model.Observation.FileActed;
import io.mcpsf.model.Observation.FileChanged;
import io.mcpsf.model.Observation.FileOpened;
import io.mcpsf.model.Observation.Touch;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

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
                                + " itself, caches and build output are not counted.",
                            "Stop it and restore from a backup.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        Map<String, Seen> gone = new TreeMap<>();
        Map<String, Long> own = Writes.own(trail);
        for (Seen seen : trail.seen(FileActed.class)) {
            if (seen.what() instanceof FileActed acted && acted.act() == Act.DELETE) {
                note(trail, own, gone, acted.path(), seen);
            }
        }
        for (Seen seen : trail.seen(FileChanged.class)) {
            if (seen.what() instanceof FileChanged changed && changed.change() == Change.DELETED) {
                note(trail, own, gone, changed.path(), seen);
            }
        }
        // A file that was renamed is missing from its place and not lost.
        trail.all(FileActed.class).stream()
                .filter(acted -> acted.what().act() == Act.RENAME)
                .forEach(acted -> gone.remove(acted.what().path()));
        Set<String> decoys = new HashSet<>();
        for (Seen seen : trail.seen(BaitTouched.class)) {
            if (seen.what() instanceof BaitTouched bait
                    && bait.touch() == Touch.DELETE
                    && !trail.asked(seen.at()).path(bait.path())) {
                decoys.add(bait.bait());
                gone.putIfAbsent(bait.path(), seen);
            }
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

    private static void note(
            Trail trail, Map<String, Long> own, Map<String, Seen> gone, String path, Seen seen) {
        if (HarmlessPlaces.belongings(path)
                && !own.containsKey(path)
                && !trail.asked(seen.at()).path(path)) {
            gone.putIfAbsent(path, seen);
        }
    }

    @Override
    public List<Example> examples() {
        return List.of(
                Example.fires("ten documents", deletes("/home/ana/doc/", 10, false)),
                Example.spares(
                        "ten files that it made itself", deletes("/home/ana/doc/", 10, true)),
                Example.spares("its cache", deletes("/home/ana/.cache/x/", 100, false)),
                Example.spares("two documents", deletes("/home/ana/doc/", 2, false)));
    }

    private static Story deletes(String prefix, int files, boolean own) {
        var story = new Story().calls(1, "clean", "{}");
        for (int i = 0; i < files; i++) {
            if (own) {
                story.sees(new FileOpened(prefix + i, "", Access.CREATE, false));
            }
            story.sees(new FileActed(Act.DELETE, prefix + i, ""));
        }
        return story;
    }
}
