package io.mcpsf.judge;

import io.mcpsf.model.Axis;
import io.mcpsf.model.Confidence;
import io.mcpsf.model.Maturity;
import io.mcpsf.model.Observation;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A parsed rule file made into a rule. Everything in it is checked here, so that a misspelt word
 * fails the build and can't leave a rule silently blind.
 */
final class DataRuleReader {

    private static final Set<String> KEYS =
            Set.of(
                    "title",
                    "description",
                    "severity",
                    "confidence",
                    "axis",
                    "family",
                    "maturity",
                    "attack",
                    "cwe",
                    "owaspMcp",
                    "needs",
                    "see",
                    "where",
                    "when",
                    "any",
                    "group",
                    "message",
                    "advice",
                    "examples");
    private static final Set<String> CLAUSE_KEYS = Set.of("see", "where", "when", "message");

    private final String id;
    private final JsonNode rule;

    private DataRuleReader(String id, JsonNode rule) {
        this.id = id;
        this.rule = rule;
    }

    static DataRule read(String id, JsonNode tree) {
        return new DataRuleReader(id, tree).rule();
    }

    private DataRule rule() {
        only(rule, KEYS, id);
        return new DataRule(
                new About(info(), constant("family", Family.class), text(rule, "description", id)),
                clauses(),
                examples());
    }

    private RuleInfo info() {
        Set<Sense> needs = EnumSet.noneOf(Sense.class);
        words("needs").forEach(word -> needs.add(constant(word, Sense.class, id + ".needs")));
        if (needs.isEmpty()) {
            throw new BadRuleException(id + ".needs: a rule needs at least one sense");
        }
        try {
            return new RuleInfo(
                    id,
                    text(rule, "title", id),
                    constant("severity", Severity.class),
                    constant("confidence", Confidence.class),
                    constant("axis", Axis.class),
                    constant("maturity", Maturity.class),
                    needs,
                    new RuleInfo.References(
                            references("attack", "T[0-9]{4}(\\.[0-9]{3})?"),
                            references("cwe", "CWE-[0-9]+"),
                            references("owaspMcp", "MCP(0[1-9]|10)")),
                    text(rule, "advice", id));
        } catch (IllegalArgumentException e) {
            throw new BadRuleException(id + ": " + e.getMessage(), e);
        }
    }

    private List<DataRule.Clause> clauses() {
        if (rule.has("any") == rule.has("see")) {
            throw new BadRuleException(id + ": either one see, or any with several");
        }
        if (rule.has("see")) {
            return List.of(clause(rule, id));
        }
        if (rule.has("where") || rule.has("when")) {
            throw new BadRuleException(id + ": where and when belong to their see");
        }
        var clauses = new ArrayList<DataRule.Clause>();
        for (JsonNode one : rule.get("any")) {
            String spot = id + ".any[" + (clauses.size() + 1) + "]";
            only(one, CLAUSE_KEYS, spot);
            clauses.add(clause(one, spot));
        }
        return clauses;
    }

    private DataRule.Clause clause(JsonNode node, String spot) {
        String name = text(node, "see", spot);
        Class<? extends Observation> kind = Field.KINDS.get(name);
        if (kind == null) {
            throw new BadRuleException(spot + ".see: no observation is called " + name);
        }
        Condition condition = (seen, trail) -> true;
        if (node.has("where")) {
            condition =
                    condition.and(ConditionReader.where(node.get("where"), kind, spot + ".where"));
        }
        if (node.has("when")) {
            condition = condition.and(ConditionReader.when(node.get("when"), kind, spot + ".when"));
        }
        String template =
                node.has("message") ? text(node, "message", spot) : text(rule, "message", id);
        return new DataRule.Clause(
                kind, condition, new Message(template, kind, spot + ".message"), group(kind, spot));
    }

    private List<Field> group(Class<? extends Observation> kind, String spot) {
        Map<String, Field> fields = Field.of(kind);
        var group = new ArrayList<Field>();
        for (String name : words("group")) {
            Field field = fields.get(name);
            if (field == null) {
                throw new BadRuleException(spot + ".group: no field is called " + name);
            }
            group.add(field);
        }
        return group;
    }

    private List<Example> examples() {
        JsonNode node = rule.path("examples");
        only(node, Set.of("fires", "spares"), id + ".examples");
        var examples = new ArrayList<Example>();
        for (String outcome : List.of("fires", "spares")) {
            String spot = id + ".examples." + outcome;
            JsonNode stories = node.path(outcome);
            if (!stories.isObject() || stories.isEmpty()) {
                throw new BadRuleException(spot + ": at least one, by its name");
            }
            for (Map.Entry<String, JsonNode> story : stories.properties()) {
                examples.add(
                        new Example(
                                story.getKey(),
                                outcome.equals("fires"),
                                ObservationReader.read(
                                        story.getValue(), spot + "." + story.getKey())));
            }
        }
        return examples;
    }

    private List<String> references(String key, String shape) {
        List<String> words = words(key);
        for (String word : words) {
            if (!word.matches(shape)) {
                throw new BadRuleException(id + "." + key + ": not a reference: " + word);
            }
        }
        return words;
    }

    private List<String> words(String key) {
        JsonNode node = rule.path(key);
        if (node.isMissingNode()) {
            return List.of();
        }
        if (!node.isArray()) {
            throw new BadRuleException(id + "." + key + ": expected a list");
        }
        var words = new ArrayList<String>();
        node.forEach(word -> words.add(word.asString()));
        return words;
    }

    private <E extends Enum<E>> E constant(String key, Class<E> type) {
        return constant(text(rule, key, id), type, id + "." + key);
    }

    private static <E extends Enum<E>> E constant(String word, Class<E> type, String spot) {
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equals(word)) {
                return constant;
            }
        }
        throw new BadRuleException(spot + ": no " + type.getSimpleName() + " is called " + word);
    }

    private static String text(JsonNode node, String key, String spot) {
        JsonNode value = node.path(key);
        if (!value.isString() || value.asString().isBlank()) {
            throw new BadRuleException(spot + "." + key + ": expected a text");
        }
        if (value.asString().contains("TODO")) {
            throw new BadRuleException(spot + "." + key + ": there is a TODO left");
        }
        return value.asString().strip();
    }

    private static void only(JsonNode node, Set<String> keys, String spot) {
        if (!node.isObject()) {
            throw new BadRuleException(spot + ": expected keys and values");
        }
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            if (!keys.contains(member.getKey())) {
                throw new BadRuleException(spot + "." + member.getKey() + ": no such key");
            }
        }
    }
}
