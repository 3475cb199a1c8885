package io.mcpsf.judge;

import io.mcpsf.model.Axis;
import io.mcpsf.model.Confidence;
import io.mcpsf.model.Maturity;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.List;
import java.util.Set;

/**
 * All words about a rule that never change: what the model keeps of it, what it is about, and what
 * it looks for and why that matters, in a few plain sentences.
 */
public record About(RuleInfo info, Family family, String description) {

    /** The beginning of the words about a stable rule on what a server did. */
    static Draft malice(String id, Family family, Severity severity, Confidence confidence) {
        return new Draft(
                id, family, severity, confidence, Set.of(), List.of(), List.of(), List.of());
    }

    /** The same rule before a sample has shown it at work: it is shown and never decides. */
    About trial() {
        return new About(
                new RuleInfo(
                        info.id(),
                        info.title(),
                        info.severity(),
                        info.confidence(),
                        info.axis(),
                        Maturity.TRIAL,
                        info.needs(),
                        info.references(),
                        info.advice()),
                family,
                description);
    }

    /** Words about a rule in the making, so that the many texts of a rule can be told apart. */
    record Draft(
            String id,
            Family family,
            Severity severity,
            Confidence confidence,
            Set<Sense> needs,
            List<String> attack,
            List<String> cwe,
            List<String> owaspMcp) {

        Draft needs(Sense... senses) {
            return new Draft(
                    id, family, severity, confidence, Set.of(senses), attack, cwe, owaspMcp);
        }

        Draft attack(String... ids) {
            return new Draft(id, family, severity, confidence, needs, List.of(ids), cwe, owaspMcp);
        }

        Draft cwe(String... ids) {
            return new Draft(
                    id, family, severity, confidence, needs, attack, List.of(ids), owaspMcp);
        }

        Draft owaspMcp(String... ids) {
            return new Draft(id, family, severity, confidence, needs, attack, cwe, List.of(ids));
        }

        About says(String title, String description, String advice) {
            var references = new RuleInfo.References(attack, cwe, owaspMcp);
            return new About(
                    new RuleInfo(
                            id,
                            title,
                            severity,
                            confidence,
                            Axis.MALICE,
                            Maturity.STABLE,
                            needs,
                            references,
                            advice),
                    family,
                    description);
        }
    }
}
