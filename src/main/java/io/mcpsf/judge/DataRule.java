package io.mcpsf.judge;

import io.mcpsf.model.Finding;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Seen;

import java.util.List;
import java.util.stream.Collectors;

/** A rule kept as data: every observation of a kind that meets the conditions is a claim. */
record DataRule(About about, List<Clause> clauses, List<Example> examples) implements Rule {

    DataRule {
        clauses = List.copyOf(clauses);
        examples = List.copyOf(examples);
    }

    /**
     * One kind of observation that the rule looks at. {@code group} are the fields whose values
     * make a finding of their own; without any the rule has one finding.
     */
    record Clause(
            Class<? extends Observation> kind,
            Condition condition,
            Message message,
            List<Field> group) {}

    @Override
    public List<Finding> judge(Trail trail) {
        var claims = new Claims(info(), trail);
        for (Clause clause : clauses) {
            for (Seen seen : trail.seen(clause.kind())) {
                if (clause.condition().holds(seen, trail)) {
                    String message = clause.message().of(seen, trail);
                    claims.add(key(clause, seen), message, trail.withProof(seen));
                }
            }
        }
        return claims.findings();
    }

    private static String key(Clause clause, Seen seen) {
        return clause.group().stream()
                .map(field -> Paths.homeless(field.of(seen.what()).toString()))
                .collect(Collectors.joining("\0"));
    }
}
