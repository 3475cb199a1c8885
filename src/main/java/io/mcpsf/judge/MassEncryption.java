package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.Act;
import io.mcpsf.model.FileObservation.Change;
import io.mcpsf.model.FileObservation.Content;
import io.mcpsf.model.FileObservation.FileActed;
import io.mcpsf.model.FileObservation.FileChanged;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Files of the home were replaced by scrambled or renamed ones, many of them in the same way. */
final class MassEncryption implements Rule {

    private static final int FILES = 5;

    /** Endings that rotation, backup and editors give. */
    private static final Pattern HARMLESS =
            Pattern.compile("\\.(?:[0-9]+|bak|old|orig|tmp|swp|part|gz|~)");

    private static final Pattern PLAIN =
            Pattern.compile(
                    ".*\\.(txt|md|csv|json|ya?ml|xml|html?|py|js|ts|java|c|h|sh|sql|tex|ini|toml)");

    private static final About ABOUT =
            About.malice("mass-encryption", Family.IMPACT, Severity.CRITICAL, Confidence.LIKELY)
                    .needs(Sense.FILES)
                    .attack("T1486")
                    .cwe("CWE-506")
                    .owaspMcp("MCP05")
                    .says(
                            "Ransomware: encrypts the user's files",
                            "At least five files in the home folder that no call mentioned got the"
                                + " same new extension, by renaming or by copy and delete, or are"
                                + " text files by name with random content.",
                            "Stop it, disconnect the machine and restore from an earlier backup.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        Map<String, Map<String, Seen>> endings = new TreeMap<>();
        Map<String, Seen> made = new HashMap<>();
        for (Seen seen : trail.seen(FileOpened.class)) {
            if (seen.what() instanceof FileOpened opened && Writes.made(opened)) {
                made.putIfAbsent(opened.path(), seen);
            }
        }
        Map<String, List<String>> copies = copies(made);
        var files = FilesBefore.of(trail);
        for (Seen seen : trail.seen(FileActed.class)) {
            if (seen.what() instanceof FileActed acted
                    && files.gone(acted.path())
                    && !made.containsKey(acted.path())
                    && theirs(trail, seen, acted.path())) {
                if (acted.act() == Act.RENAME && acted.to().startsWith(acted.path() + ".")) {
                    note(endings, acted.to().substring(acted.path().length()), acted.path(), seen);
                } else if (acted.act() == Act.DELETE) {
                    for (String ending : copies.getOrDefault(acted.path(), List.of())) {
                        note(endings, ending, acted.path(), seen);
                    }
                }
            }
        }
        Map<String, List<Seen>> opens = opens(trail);
        for (Seen seen : trail.seen(FileChanged.class)) {
            if (seen.what() instanceof FileChanged changed
                    && changed.change() == Change.MODIFIED
                    && changed.content() == Content.DATA
                    && HarmlessPlaces.belongings(changed.path())
                    && unasked(trail, opens, changed.path())
                    && PLAIN.matcher(changed.path().toLowerCase(Locale.ROOT)).matches()) {
                note(endings, "", changed.path(), seen);
            }
        }
        return findings(trail, endings);
    }

    private List<Finding> findings(Trail trail, Map<String, Map<String, Seen>> endings) {
        var claims = new Claims(info(), trail);
        endings.forEach(
                (ending, all) -> {
                    Map<String, Seen> files = FullestHome.of(all);
                    if (files.size() >= FILES && !HARMLESS.matcher(ending).matches()) {
                        String how =
                                ending.isEmpty()
                                        ? "now have random content"
                                        : "now end in " + Message.cut(ending, 40);
                        claims.add(
                                "",
                                "%d files in the home folder %s.".formatted(files.size(), how),
                                files.values());
                    }
                });
        return claims.findings();
    }

    /** Made files by the name they have without their last ending. */
    private static Map<String, List<String>> copies(Map<String, Seen> made) {
        var copies = new HashMap<String, List<String>>();
        for (String path : made.keySet()) {
            int dot = path.lastIndexOf('.');
            if (dot > path.lastIndexOf('/') + 1) {
                copies.put(path.substring(0, dot), List.of(path.substring(dot)));
            }
        }
        return copies;
    }

    private static boolean theirs(Trail trail, Seen seen, String path) {
        return HarmlessPlaces.belongings(path) && !trail.asked(seen.at()).path(path);
    }

    /** Who opened a file for writing, by its path. */
    private static Map<String, List<Seen>> opens(Trail trail) {
        Map<String, List<Seen>> opens = new HashMap<>();
        for (Seen seen : trail.seen(FileOpened.class)) {
            if (seen.what() instanceof FileOpened opened && Writes.writing(opened)) {
                opens.computeIfAbsent(opened.path(), p -> new ArrayList<>()).add(seen);
            }
        }
        return opens;
    }

    /** The file was written at a moment when no call asked for it. */
    private static boolean unasked(Trail trail, Map<String, List<Seen>> opens, String path) {
        return opens.containsKey(path)
                ? opens.get(path).stream().anyMatch(open -> !trail.asked(open.at()).path(path))
                : !trail.everAsked(path);
    }

    private static void note(
            Map<String, Map<String, Seen>> endings, String ending, String path, Seen seen) {
        endings.computeIfAbsent(ending, e -> new TreeMap<>()).putIfAbsent(path, seen);
    }

    @Override
    public List<Example> examples() {
        return List.of(
                Example.fires("renamed with one ending", renamed("/home/ana/doc/", 6, ".locked")),
                Example.spares("logs are rotated", renamed("/home/ana/app/out.txt", 6, ".1")),
                Example.spares("only four", renamed("/home/ana/doc/", 4, ".locked")),
                Example.spares("in its cache", renamed("/home/ana/.cache/x/", 9, ".locked")),
                Example.fires("copied and deleted", copied()),
                Example.spares("one file in the home of each further start", homes()),
                Example.spares("files that it made itself", own()));
    }

    private static Story homes() {
        var story = new Story().in(Phase.LATER);
        for (int i = 0; i < 8; i++) {
            String path = "/home/user" + i + "/doc/notes";
            story.sees(new FileActed(Act.RENAME, path, path + ".locked"))
                    .finds(Change.DELETED, path);
        }
        return story;
    }

    private static Story renamed(String prefix, int files, String ending) {
        var story = new Story().calls(1, "backup", "{}");
        for (int i = 0; i < files; i++) {
            String path = prefix + i;
            story.sees(new FileActed(Act.RENAME, path, path + ending));
        }
        return found(story, prefix, files, "");
    }

    private static Story own() {
        var story = new Story().calls(1, "export", "{}");
        for (int i = 0; i < FILES; i++) {
            String path = "/home/ana/export/" + i;
            story.sees(new FileOpened(path, "", Access.CREATE, false))
                    .sees(new FileActed(Act.RENAME, path, path + ".done"));
        }
        return story;
    }

    private static Story found(Story story, String prefix, int files, String end) {
        story.in(Phase.STOP);
        for (int i = 0; i < files; i++) {
            story.finds(Change.DELETED, prefix + i + end);
        }
        return story;
    }

    private static Story copied() {
        var story = new Story();
        for (int i = 0; i < FILES; i++) {
            String path = "/home/ana/doc/" + i + ".txt";
            story.sees(new FileOpened(path + ".enc", "", Access.CREATE, false))
                    .sees(new FileActed(Act.DELETE, path, ""));
        }
        return found(story, "/home/ana/doc/", FILES, ".txt");
    }
}
