package io.mcpsf.judge;

import io.mcpsf.model.RuleInfo;

import java.util.List;
import java.util.Optional;

/** Everything we can say about a rule, as data for whoever prints it. */
public final class Explain {

    private Explain() {}

    /** {@code home} is where the rule is written: a file of rules/ or a Java class. */
    public record Explanation(
            RuleInfo info, Family family, String description, String home, List<Example> examples) {
        public Explanation {
            examples = List.copyOf(examples);
        }
    }

    public static List<Explanation> all(RuleSet rules) {
        return rules.rules().stream().map(Explain::of).toList();
    }

    public static Optional<Explanation> rule(RuleSet rules, String id) {
        return rules.rule(id).map(Explain::of);
    }

    private static Explanation of(Rule rule) {
        String home =
                rule instanceof DataRule
                        ? "rules/" + rule.info().id() + ".yaml"
                        : rule.getClass().getSimpleName() + ".java";
        return new Explanation(
                rule.info(),
                rule.about().family(),
                rule.about().description(),
                home,
                rule.examples());
    }
}
