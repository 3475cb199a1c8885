package io.mcpsf.judge;

import io.mcpsf.model.RuleInfo;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The rules a case is judged by, sorted by id. */
public final class RuleSet {

    private final Map<String, Rule> rules = new TreeMap<>();

    private RuleSet(Collection<? extends Rule> rules) {
        for (Rule rule : rules) {
            if (this.rules.put(rule.info().id(), rule) != null) {
                throw new BadRuleException(rule.info().id() + ": two rules with one id");
            }
        }
    }

    /** The rules that are packaged with us: the files in {@code rules/} and those in Java. */
    public static RuleSet load() {
        var all = new ArrayList<Rule>(Rules.ALL);
        RuleFiles.read().forEach((id, tree) -> all.add(DataRuleReader.read(id, tree)));
        return of(all);
    }

    /** These rules, in whatever order they come. */
    public static RuleSet of(Collection<? extends Rule> rules) {
        return new RuleSet(rules);
    }

    public List<Rule> rules() {
        return List.copyOf(rules.values());
    }

    public Optional<Rule> rule(String id) {
        return Optional.ofNullable(rules.get(id));
    }

    /** What every rule says about itself, by id: reports need it beside the findings. */
    public List<RuleInfo> infos() {
        return rules.values().stream().map(Rule::info).toList();
    }
}
