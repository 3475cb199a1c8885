package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Health;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.Judgement.NotEvaluated;
import io.mcpsf.model.Maturity;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Severity;
import io.mcpsf.model.Verdict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Evidence and rules in, judgement out. The same evidence and rules give the same judgement, to the
 * byte: there is no clock, no chance and no hash order in here.
 */
public final class Judge {

    private static final Comparator<Finding> WORST_FIRST =
            Comparator.<Finding, Severity>comparing(Finding::severity)
                    .reversed()
                    .thenComparing(
                            Comparator.<Finding, Confidence>comparing(Finding::confidence)
                                    .reversed())
                    .thenComparing(finding -> finding.seen().getFirst())
                    .thenComparing(Finding::id);

    private Judge() {}

    public static Judgement judge(Evidence evidence, RuleSet all) {
        boolean project = Projects.about(evidence);
        RuleSet rules = Projects.rules(evidence, all);
        Trail trail = Trail.of(project ? Weaknesses.merged(evidence) : evidence);
        Selection selection = Selection.of(evidence);
        List<Finding> findings = selection.heard(findings(trail, rules), rules);
        List<Finding> decisive =
                findings.stream().filter(finding -> stable(rules, finding)).toList();
        Assurance seen = project ? Projects.assurance(evidence) : Assurance.of(evidence, rules);
        Weighing weighed = Weighing.of(decisive, rules, seen.points());
        Verdict verdict = selection.allowed(verdict(weighed, seen));
        Assurance assurance = selection.told(seen, rules);
        boolean scored =
                verdict != Verdict.INCONCLUSIVE
                        || evidence.coverage().done(project ? Phase.SCAN : Phase.LIST);
        Weighing weighing = scored ? weighed : weighed.unscored();
        return new Judgement(
                verdict,
                project
                        ? Projects.summary(verdict, trail, decisive, assurance)
                        : Summary.of(verdict, trail, decisive, weighing, assurance, rules),
                weighing.risk(),
                findings,
                notEvaluated(evidence, rules, findings, selection),
                assurance.told(),
                Recommendations.of(verdict, evidence, decisive, rules));
    }

    /** All findings, worst first: single rules, then the chains that link what those found. */
    static List<Finding> findings(Trail trail, RuleSet rules) {
        var findings = new ArrayList<Finding>();
        for (Rule rule : rules.rules()) {
            findings.addAll(rule.judge(trail));
        }
        findings.sort(WORST_FIRST);
        List<Finding> links =
                findings.stream()
                        .filter(finding -> stable(rules, finding))
                        .filter(finding -> !chained(rules, finding))
                        .toList();
        for (Rule rule : rules.rules()) {
            if (rule instanceof Chain chain) {
                findings.addAll(chain.link(trail, links));
            }
        }
        findings.sort(WORST_FIRST);
        return Thefts.told(trail, findings);
    }

    static boolean chained(RuleSet rules, Finding finding) {
        return rules.rule(finding.rule()).filter(Chain.class::isInstance).isPresent();
    }

    private static boolean stable(RuleSet rules, Finding finding) {
        return rules.rule(finding.rule())
                .filter(rule -> rule.info().maturity() == Maturity.STABLE)
                .isPresent();
    }

    /**
     * What was seen was seen, however much was missed; so doubts only forbid the verdicts that rest
     * on having seen nothing.
     */
    private static Verdict verdict(Weighing weighing, Assurance assurance) {
        if (weighing.malice() >= Weighing.MALICIOUS) {
            return Verdict.MALICIOUS;
        }
        if (weighing.malice() >= Weighing.SUSPICIOUS) {
            return Verdict.SUSPICIOUS;
        }
        if (!assurance.doubts().isEmpty()) {
            return Verdict.INCONCLUSIVE;
        }
        return weighing.exposure() >= Weighing.RISKY ? Verdict.RISKY : Verdict.NOTHING_SEEN;
    }

    private static List<NotEvaluated> notEvaluated(
            Evidence evidence, RuleSet rules, List<Finding> findings, Selection selection) {
        var missing = new ArrayList<>(selection.leftOut(rules));
        Set<String> fired = new HashSet<>();
        findings.forEach(finding -> fired.add(finding.rule()));
        missing.forEach(left -> fired.add(left.rule()));
        for (Rule rule : rules.rules()) {
            String id = rule.info().id();
            for (Sense sense : Sense.values()) {
                SenseHealth health = evidence.coverage().sense(sense);
                if (rule.info().needs().contains(sense)
                        && health.health() == Health.BLIND
                        && fired.add(id)) {
                    missing.add(new NotEvaluated(id, sense + " was blind: " + health.why()));
                }
            }
        }
        return missing;
    }
}
