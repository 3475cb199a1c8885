package io.mcpsf.judge;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Judgement.NotEvaluated;
import io.mcpsf.model.Verdict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The rules that the user wants to hear of: families and ids; none means all. Whoever leaves rules
 * out learns what the others say, and never that nothing was seen.
 */
public record Selection(List<String> words) {

    private static final String LEFT_OUT = "left out by --detectors";

    public Selection {
        words = List.copyOf(words);
    }

    static Selection of(Evidence evidence) {
        return new Selection(evidence.file().settings().detectors());
    }

    /** What may be selected: the families first. */
    public static List<String> known(RuleSet rules) {
        var known = new ArrayList<>(families());
        rules.infos().forEach(info -> known.add(info.id()));
        return known;
    }

    /** The families of rules about servers, in lower case. */
    public static List<String> families() {
        return Arrays.stream(Family.values())
                .filter(family -> family != Family.PROJECT)
                .map(Selection::word)
                .toList();
    }

    private static String word(Family family) {
        return family.name().toLowerCase(Locale.ROOT);
    }

    boolean all() {
        return words.isEmpty();
    }

    boolean has(Rule rule) {
        return all()
                || words.contains(rule.info().id())
                || words.contains(word(rule.about().family()));
    }

    /** Chosen at the end, because a chain rests on what other rules found. */
    List<Finding> heard(List<Finding> findings, RuleSet rules) {
        return findings.stream()
                .filter(finding -> rules.rule(finding.rule()).filter(this::has).isPresent())
                .toList();
    }

    List<NotEvaluated> leftOut(RuleSet rules) {
        return rules.rules().stream()
                .filter(rule -> !has(rule))
                .map(rule -> new NotEvaluated(rule.info().id(), LEFT_OUT))
                .toList();
    }

    Verdict allowed(Verdict verdict) {
        return !all() && verdict == Verdict.NOTHING_SEEN ? Verdict.INCONCLUSIVE : verdict;
    }

    /** What was left out is told behind every other doubt. */
    Assurance told(Assurance assurance, RuleSet rules) {
        if (all()) {
            return assurance;
        }
        long chosen = rules.rules().stream().filter(this::has).count();
        var doubts = new ArrayList<>(assurance.doubts());
        doubts.add(
                "Only %d of %d detectors were used (--detectors %s)."
                        .formatted(
                                chosen,
                                rules.rules().size(),
                                Message.cut(String.join(",", words), 200)));
        return new Assurance(assurance.points(), doubts, assurance.reservations());
    }
}
