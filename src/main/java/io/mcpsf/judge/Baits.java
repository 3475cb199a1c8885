package io.mcpsf.judge;

import io.mcpsf.model.Evidence.Sighting;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.PackageObservation.DependencyFound;
import io.mcpsf.model.ProtocolObservation.Greeted;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation.BaitLeft;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What explains that a server reached a decoy: it was asked to, or it is that decoy's own tool. */
final class Baits {

    /** Libraries that read .env into the environment. */
    private static final Set<String> SETTINGS =
            Set.of("dotenv", "@dotenvx/dotenvx", "python-dotenv", "pydantic-settings", "environs");

    /** A search goes from one place to the next without much between. */
    private static final int NEARBY = 5;

    private Baits() {}

    /** The reads of decoys that nothing explains. */
    static List<Sighting<BaitTouched>> unexplainedReads(Trail trail) {
        return trail.all(BaitTouched.class).stream()
                .filter(touched -> touched.what().touch() == Touch.READ)
                .filter(touched -> !explained(trail, touched))
                .toList();
    }

    static boolean explained(Trail trail, Sighting<BaitTouched> touched) {
        String path = touched.what().path();
        if (trail.asked(touched.at()).path(path)) {
            return true;
        }
        if (libraryLooks(trail, touched) || settingsLook(trail, touched)) {
            return true;
        }
        return DecoyOwners.own(Programs.self(trail, touched.at()), path);
    }

    /**
     * Python's usual library for HTTP looks into .netrc before every request of its own accord, so
     * the look says nothing of the server. What leaves of it is known by its canaries.
     */
    private static boolean libraryLooks(Trail trail, Sighting<BaitTouched> touched) {
        return Paths.name(touched.what().path()).equals(".netrc")
                && trail.lineage(touched.at()).stream()
                        .limit(1)
                        .anyMatch(started -> Programs.name(started).startsWith("python"));
    }

    /**
     * A server that keeps its settings in .env looks for it beside its code or where it was started
     * and then in the home, by the library that is made for that. What leaves of it is known by its
     * canaries.
     */
    private static boolean settingsLook(Trail trail, Sighting<BaitTouched> touched) {
        if (!Paths.homeless(touched.what().path()).equals("~/.env")) {
            return false;
        }
        boolean byLibrary =
                trail.all(DependencyFound.class).stream()
                        .anyMatch(found -> SETTINGS.contains(found.what().name()));
        return byLibrary
                && trail.beforeBySame(
                                new Seen(touched.at(), touched.what()),
                                NEARBY,
                                seen -> beside(touched, seen))
                        .isPresent();
    }

    private static boolean beside(Sighting<BaitTouched> touched, Seen seen) {
        return seen.what() instanceof FileOpened opened
                && Paths.name(opened.path()).equals(".env")
                && !opened.path().equals(touched.what().path())
                && !opened.found();
    }

    /**
     * True when the server says openly that it works with this kind of credential: a Kubernetes
     * server reads the kubeconfig. Wallets and keys are nobody's declared business.
     */
    static boolean declared(Trail trail, String kind) {
        return LoginService.business(trail, kind);
    }

    /** The greeting or a tool of the server holds one of these words. */
    static boolean says(Trail trail, Pattern words) {
        boolean greeted =
                trail.all(Greeted.class).stream()
                        .anyMatch(
                                g -> finds(words, g.what().name() + " " + g.what().instructions()));
        return greeted
                || trail.all(ToolListed.class).stream()
                        .anyMatch(
                                t -> finds(words, t.what().name() + " " + t.what().description()));
    }

    /**
     * True for a credential of ours that was handed to the server because it asked for one: using
     * it is what it is for.
     */
    static boolean given(BaitLeft left) {
        return left.kind().equals("given");
    }

    /** True when one of the calls asked for the file that this decoy is. */
    static boolean askedFor(Trail trail, String bait, Seen where) {
        ExplainedByCall asked = trail.asked(where.at());
        return trail.all(BaitTouched.class).stream()
                .filter(touched -> touched.what().bait().equals(bait))
                .map(touched -> touched.what().path())
                .distinct()
                .anyMatch(asked::path);
    }

    private static boolean finds(Pattern words, String hostile) {
        return words.matcher(Message.cut(hostile, ValueCheck.MAX_TEXT)).find();
    }

    static Pattern words(String alternatives) {
        return Pattern.compile(
                "(?<![a-z])(?:" + alternatives + ")(?![a-z])", Pattern.CASE_INSENSITIVE);
    }
}
