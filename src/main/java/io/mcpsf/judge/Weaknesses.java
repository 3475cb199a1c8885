package io.mcpsf.judge;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.ScanObservation.WeaknessReported;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Vocabulary.WeaknessSeverity;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The same weakness is told by several rules of a scanner, for many values, and by several
 * scanners, each with words and a severity of its own. It is the same where CWE, address and
 * parameter are; what names no CWE is only the same as what that scanner's rule says again.
 */
final class Weaknesses {

    private static final List<String> GRAVEST_FIRST =
            Stream.of(WeaknessSeverity.values()).map(WeaknessSeverity::word).toList();

    private final Map<String, WeaknessReported> gravest = new LinkedHashMap<>();
    private final Map<String, Set<String>> scanners = new LinkedHashMap<>();

    private Weaknesses() {}

    /** The same evidence, in which all that tell one weakness say the same of it. */
    static Evidence merged(Evidence evidence) {
        var weaknesses = new Weaknesses();
        evidence.of(WeaknessReported.class).forEach(seen -> weaknesses.add(seen.what()));
        List<Seen> alike =
                evidence.seen().stream()
                        .map(
                                seen ->
                                        seen.what() instanceof WeaknessReported weakness
                                                ? new Seen(seen.at(), weaknesses.told(weakness))
                                                : seen)
                        .toList();
        return new Evidence(evidence.file(), alike, evidence.coverage());
    }

    private void add(WeaknessReported weakness) {
        String key = key(weakness);
        gravest.merge(key, weakness, (known, other) -> grave(other) < grave(known) ? other : known);
        scanners.computeIfAbsent(key, _ -> new LinkedHashSet<>()).add(weakness.scanner());
    }

    private WeaknessReported told(WeaknessReported weakness) {
        String key = key(weakness);
        WeaknessReported all = gravest.getOrDefault(key, weakness);
        return new WeaknessReported(
                String.join(", ", scanners.getOrDefault(key, Set.of(weakness.scanner()))),
                kind(all),
                all.title(),
                all.severity(),
                all.cwe(),
                all.method(),
                place(all),
                all.parameter(),
                all.attack(),
                all.excerpt(),
                all.remedy(),
                all.request(),
                all.response());
    }

    private static String key(WeaknessReported weakness) {
        return String.join("\0", kind(weakness), place(weakness), weakness.parameter());
    }

    private static String kind(WeaknessReported weakness) {
        return weakness.cwe() > 0
                ? "CWE-" + weakness.cwe()
                : weakness.scanner() + " " + weakness.rule();
    }

    /** Where it is, without the values that a scanner tried. */
    private static String place(WeaknessReported weakness) {
        return weakness.url().replaceFirst("[?#].*$", "");
    }

    /** The gravest has the smallest; a word that is none of ours counts for nothing. */
    private static int grave(WeaknessReported weakness) {
        int at = GRAVEST_FIRST.indexOf(weakness.severity());
        return at < 0 ? GRAVEST_FIRST.size() : at;
    }
}
