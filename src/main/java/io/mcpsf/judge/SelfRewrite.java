package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.Act;
import io.mcpsf.model.FileObservation.FileActed;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Phase;
import io.mcpsf.model.RunObservation.ServerStarted;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The server changed or removed its own code. */
final class SelfRewrite implements Rule {

    private static final Pattern CODE =
            Pattern.compile(".*\\.(?:[cm]?[jt]s|py|node|so)|.*/(?:package|package-lock)\\.json");
    private static final Pattern SCRIPT = Pattern.compile(".*\\.(?:[cm]?[jt]s|py)");

    private static final About ABOUT =
            About.malice("self-rewrite", Family.EVASION, Severity.HIGH, Confidence.LIKELY)
                    .needs(Sense.FILES)
                    .attack("T1070")
                    .cwe("CWE-506")
                    .owaspMcp("MCP04")
                    .says(
                            "Modifies its own code",
                            "The server opened its own program or manifest for writing, or deleted"
                                + " it, so what runs next time is not what was installed. Files"
                                + " that it created during the run and files that a call mentioned"
                                + " are not counted.",
                            "Compare the installed files with the published package.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        Set<String> folders = homes(trail);
        Map<String, Long> own = Writes.own(trail);
        var claims = new Claims(info(), trail);
        for (Seen seen : attempts(trail)) {
            String path = Writes.path(seen);
            if (seen.at().phase() != Phase.INSTALL
                    && folders.stream().anyMatch(folder -> path.startsWith(folder + "/"))
                    && CODE.matcher(path).matches()
                    && !own.containsKey(path)
                    && !trail.asked(seen.at()).path(path)
                    && changes(seen)) {
                claims.add("", "Modified its own file %s.".formatted(Message.cut(path)), seen);
            }
        }
        return claims.findings();
    }

    /**
     * Attempts count, because the server's own folder is not the sample's to write: what is on disk
     * afterwards never shows them.
     */
    private static List<Seen> attempts(Trail trail) {
        var attempts = new ArrayList<Seen>();
        for (Seen seen : trail.seen(FileOpened.class)) {
            if (seen.what() instanceof FileOpened opened && Writes.writing(opened)) {
                attempts.add(seen);
            }
        }
        attempts.addAll(trail.seen(FileActed.class));
        attempts.sort(Comparator.comparingLong(Seen::seq));
        return attempts;
    }

    private static boolean changes(Seen seen) {
        return switch (seen.what()) {
            case FileOpened opened -> opened.found();
            case FileActed acted ->
                    acted.act() == Act.DELETE
                            || acted.act() == Act.RENAME
                            || acted.act() == Act.TRUNCATE;
            default -> false;
        };
    }

    /** The folders of the scripts in the command; a relative one is found by who opened it. */
    private static Set<String> homes(Trail trail) {
        var folders = new TreeSet<String>();
        for (var started : trail.all(ServerStarted.class)) {
            for (String word : started.what().command()) {
                if (word.startsWith("/") && SCRIPT.matcher(word).matches()) {
                    folders.add(Paths.parent(word));
                } else if (SCRIPT.matcher(word).matches()) {
                    String end = "/" + word.replaceFirst("^(\\./)+", "");
                    trail.all(FileOpened.class).stream()
                            .map(opened -> opened.what())
                            .filter(opened -> opened.access() == Access.READ && opened.found())
                            .filter(opened -> opened.path().endsWith(end))
                            .findFirst()
                            .ifPresent(opened -> folders.add(Paths.parent(opened.path())));
                }
            }
        }
        folders.remove("/");
        return folders;
    }

    @Override
    public List<Example> examples() {
        var started = new ServerStarted(List.of("node", "/srv/app/server.js"), "");
        return List.of(
                Example.fires(
                        "removes its own program",
                        new Story()
                                .sees(started)
                                .sees(new FileActed(Act.DELETE, "/srv/app/server.js", ""))),
                Example.fires(
                        "swaps its own manifest",
                        new Story()
                                .sees(started)
                                .sees(
                                        new FileActed(
                                                Act.RENAME, "/srv/app/package.json", "/tmp/p"))),
                Example.spares(
                        "keeps its data beside its code",
                        new Story()
                                .sees(started)
                                .sees(
                                        new FileOpened(
                                                "/srv/app/memory.json", "", Access.CREATE, true))),
                Example.spares(
                        "writes somebody else's code",
                        new Story()
                                .sees(started)
                                .sees(new FileActed(Act.DELETE, "/home/ana/p/server.js", ""))));
    }
}
