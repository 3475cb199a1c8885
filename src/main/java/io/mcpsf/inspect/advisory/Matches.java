package io.mcpsf.inspect.advisory;

import io.mcpsf.inspect.advisory.Match.Malice;
import io.mcpsf.inspect.deps.Component;
import io.mcpsf.inspect.deps.Component.Origin;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Brings packages and advisories together, and the many names of one flaw. */
public final class Matches {

    /** The most that are told of one package: an old one may have hundreds. */
    private static final int MOST_OF_ONE = 500;

    private static final List<String> BETTER = List.of("MAL-", "GHSA-", "CVE-", "PYSEC-");

    private static final Comparator<String> BEST_FIRST =
            Comparator.comparingInt(Matches::rank).thenComparing(Comparator.naturalOrder());

    private Matches() {}

    /** Those of the advisories that hit this version, told once each. */
    static List<Match> of(Component component, List<Advisory> about, String source) {
        return of(component, about, source, new VersionLines());
    }

    /** The same, with lines that remember what they have read. */
    static List<Match> of(
            Component component, List<Advisory> about, String source, VersionLines lines) {
        var hits = new ArrayList<Match>();
        for (Advisory advisory : about) {
            // A folder of the project may bear any name; only a registry's package is known there.
            boolean published = component.details().origin() != Origin.LOCAL;
            if (published && hits.size() < MOST_OF_ONE) {
                lines.hit(advisory.affected(), component.ecosystem(), component.version())
                        .ifPresent(
                                hit ->
                                        hits.add(
                                                match(
                                                        component.purl(),
                                                        advisory,
                                                        hit.fixed(),
                                                        source)));
            }
        }
        return merged(hits);
    }

    static Match match(String purl, Advisory advisory, String fixed, String source) {
        return new Match(
                purl,
                advisory.id(),
                advisory.aliases(),
                advisory.summary(),
                advisory.rating(),
                malice(advisory),
                fixed,
                List.of(source));
    }

    private static Malice malice(Advisory advisory) {
        if (!advisory.malicious()) {
            return Malice.NONE;
        }
        if (advisory.hearsay()) {
            return Malice.HEARSAY;
        }
        return advisory.affected().everything() ? Malice.ALL_VERSIONS : Malice.THIS_VERSION;
    }

    /** One for each flaw of each package: what shares a name or an alias is the same. */
    public static List<Match> merged(Collection<Match> matches) {
        Map<String, List<Match>> groups = new LinkedHashMap<>();
        for (Match match : matches) {
            groups.computeIfAbsent(match.purl(), _ -> new ArrayList<>()).add(match);
        }
        var merged = new ArrayList<Match>();
        groups.values().forEach(group -> merged.addAll(ofOne(group)));
        return merged;
    }

    private static List<Match> ofOne(List<Match> group) {
        var sets = new ArrayList<Set<String>>();
        var members = new ArrayList<List<Match>>();
        for (Match match : group) {
            Set<String> names = new LinkedHashSet<>(match.aliases());
            names.add(match.id());
            List<Match> same = new ArrayList<>(List.of(match));
            for (int i = sets.size() - 1; i >= 0; i--) {
                if (sets.get(i).stream().anyMatch(names::contains)) {
                    names.addAll(sets.remove(i));
                    same.addAll(0, members.remove(i));
                }
            }
            sets.add(names);
            members.add(same);
        }
        var merged = new ArrayList<Match>();
        for (int i = 0; i < sets.size(); i++) {
            merged.add(one(sets.get(i), members.get(i)));
        }
        return merged;
    }

    private static Match one(Set<String> names, List<Match> same) {
        String id = Collections.min(names, BEST_FIRST);
        Rating rating = Rating.none();
        Malice malice = Malice.NONE;
        String summary = "";
        String fixed = "";
        Set<String> sources = new TreeSet<>();
        for (Match match : same) {
            rating = rating.or(match.rating());
            malice = malice.compareTo(match.malice()) >= 0 ? malice : match.malice();
            summary = summary.isEmpty() ? match.summary() : summary;
            fixed = fixed.isEmpty() ? match.fixed() : fixed;
            sources.addAll(match.sources());
        }
        Set<String> others = new TreeSet<>(names);
        others.remove(id);
        return new Match(
                same.getFirst().purl(),
                id,
                List.copyOf(others),
                summary,
                rating,
                malice,
                fixed,
                List.copyOf(sources));
    }

    private static int rank(String id) {
        for (int i = 0; i < BETTER.size(); i++) {
            if (id.startsWith(BETTER.get(i))) {
                return i;
            }
        }
        return BETTER.size();
    }
}
