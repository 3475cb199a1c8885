package io.mcpsf.model;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What a rule says about itself; always the same words, whatever the target. */
public record RuleInfo(
        String id,
        String title,
        Severity severity,
        Confidence confidence,
        Axis axis,
        Maturity maturity,
        Set<Sense> needs,
        References references,
        String advice) {

    public RuleInfo {
        if (!id.matches("[a-z][a-z0-9]*(-[a-z0-9]+)*")) {
            throw new IllegalArgumentException(
                    "a rule id is lower-case words joined by hyphens: " + id);
        }
        needs = needs.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(needs));
    }

    /** The same rule for a finding of which more is known than of the rule. */
    public RuleInfo naming(String cwe) {
        var exact = new References(references.attack(), List.of(cwe), references.owaspMcp());
        return new RuleInfo(id, title, severity, confidence, axis, maturity, needs, exact, advice);
    }

    /** Where a rule stands in the catalogues of others. */
    public record References(List<String> attack, List<String> cwe, List<String> owaspMcp) {
        public References {
            attack = List.copyOf(attack);
            cwe = List.copyOf(cwe);
            owaspMcp = List.copyOf(owaspMcp);
        }
    }
}
