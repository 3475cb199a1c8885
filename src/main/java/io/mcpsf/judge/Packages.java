package io.mcpsf.judge;

import io.mcpsf.model.Axis;
import io.mcpsf.model.Confidence;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Health;
import io.mcpsf.model.Maturity;
import io.mcpsf.model.PackageObservation.DependencyFound;
import io.mcpsf.model.Phase;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The installed packages of a case, and which of them the server has really opened. */
final class Packages {

    private final Map<String, Seen> byPurl = new HashMap<>();
    private final Set<String> loaded = new HashSet<>();
    private final boolean watched;

    private Packages(boolean watched) {
        this.watched = watched;
    }

    static Packages of(Trail trail) {
        var coverage = trail.evidence().coverage();
        var packages =
                new Packages(
                        coverage.sense(Sense.FILES).health() == Health.FULL
                                && coverage.done(Phase.HANDSHAKE));
        Map<String, String> places = new HashMap<>();
        for (Seen seen : trail.seen(DependencyFound.class)) {
            var found = (DependencyFound) seen.what();
            // The shallowest place counts: that is how it is reached.
            packages.byPurl.merge(found.purl(), seen, (a, b) -> depth(b) < depth(a) ? b : a);
            found.places().forEach(place -> places.put(place, found.purl()));
        }
        if (!places.isEmpty()) {
            for (Seen seen : trail.seen(FileOpened.class)) {
                packages.opened(seen, places);
            }
        }
        return packages;
    }

    private void opened(Seen seen, Map<String, String> places) {
        var opened = (FileOpened) seen.what();
        if (seen.at().phase().compareTo(Phase.START) < 0
                || !opened.found()
                || opened.access() != Access.READ) {
            return;
        }
        // The nearest folder above that is a package is the one it belongs to.
        for (String path = opened.path(); !path.isEmpty(); path = parent(path)) {
            String purl = places.get(path);
            if (purl != null) {
                loaded.add(purl);
                return;
            }
        }
    }

    private static String parent(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }

    private static int depth(Seen seen) {
        int depth = ((DependencyFound) seen.what()).depth();
        return depth < 0 ? Integer.MAX_VALUE : depth;
    }

    /** Where the package was found; empty when an advisory names one that nobody found. */
    List<Seen> found(String purl) {
        Seen seen = byPurl.get(purl);
        return seen == null ? List.of() : List.of(seen);
    }

    /** What people call it. */
    String title(String purl) {
        return found(purl).stream()
                .map(seen -> (DependencyFound) seen.what())
                .map(found -> Message.cut(found.name()) + " " + Message.cut(found.version()))
                .findFirst()
                .orElse(Message.cut(purl));
    }

    /** How far from the server; very far when nothing asks for it. */
    int depth(String purl) {
        Seen seen = byPurl.get(purl);
        return seen == null ? Integer.MAX_VALUE : depth(seen);
    }

    /** A folder says it is this package; no registry does. */
    boolean claimed(String purl) {
        return found(purl).stream()
                .map(seen -> ((DependencyFound) seen.what()).origin())
                .anyMatch("claimed"::equals);
    }

    boolean development(String purl) {
        return found(purl).stream()
                .map(seen -> ((DependencyFound) seen.what()).scope())
                .anyMatch("development"::equals);
    }

    /** The whole run was watched, and no file of it was read. */
    boolean neverLoaded(String purl) {
        return watched && byPurl.containsKey(purl) && !loaded.contains(purl);
    }

    /** The words about a rule on packages. */
    static About about(
            String id,
            Axis axis,
            Severity severity,
            Confidence confidence,
            Set<Sense> needs,
            RuleInfo.References references,
            List<String> words) {
        return new About(
                new RuleInfo(
                        id,
                        words.get(0),
                        severity,
                        confidence,
                        axis,
                        Maturity.STABLE,
                        needs,
                        references,
                        words.get(2)),
                Family.SUPPLY,
                words.get(1));
    }
}
