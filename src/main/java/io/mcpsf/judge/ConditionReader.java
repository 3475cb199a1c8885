package io.mcpsf.judge;

import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.RunObservation.ServerEnded;
import io.mcpsf.model.Seen;

import tools.jackson.databind.JsonNode;

import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Reads {@code where} (tests on the fields of an observation) and {@code when} (tests on its
 * surroundings: phase, call, lineage).
 */
final class ConditionReader {

    private ConditionReader() {}

    static Condition where(JsonNode node, Class<? extends Observation> kind, String spot) {
        Map<String, Field> fields = Field.of(kind);
        Condition all = (seen, trail) -> true;
        for (Map.Entry<String, JsonNode> member : object(node, spot).properties()) {
            String here = spot + "." + member.getKey();
            JsonNode value = member.getValue();
            all =
                    all.and(
                            switch (member.getKey()) {
                                case "not" -> where(value, kind, here).negated();
                                case "any" -> any(value, kind, here);
                                default -> field(fields, member.getKey(), value, here);
                            });
        }
        return all;
    }

    static Condition when(JsonNode node, Class<? extends Observation> kind, String spot) {
        Condition all = (seen, trail) -> true;
        for (Map.Entry<String, JsonNode> member : object(node, spot).properties()) {
            String here = spot + "." + member.getKey();
            all = all.and(surroundings(member.getKey(), member.getValue(), kind, here));
        }
        return all;
    }

    private static Condition any(JsonNode value, Class<? extends Observation> kind, String spot) {
        if (!value.isArray() || value.isEmpty()) {
            throw new BadRuleException(spot + ": expected a list of conditions");
        }
        Condition any = (seen, trail) -> false;
        for (JsonNode one : value) {
            Condition before = any;
            Condition next = where(one, kind, spot);
            any = (seen, trail) -> before.holds(seen, trail) || next.holds(seen, trail);
        }
        return any;
    }

    private static Condition field(
            Map<String, Field> fields, String name, JsonNode value, String spot) {
        Field field = fields.get(name);
        if (field == null) {
            throw new BadRuleException(spot + ": no such field; there are " + fields.keySet());
        }
        Predicate<Object> check = ValueCheck.read(value, field.type(), spot);
        ValueCheck.known(value, field.words(), spot);
        return (seen, trail) -> check.test(field.of(seen.what()));
    }

    private static Condition surroundings(
            String name, JsonNode value, Class<? extends Observation> kind, String spot) {
        return switch (name) {
            case "during" -> {
                Predicate<Object> phase = ValueCheck.read(value, Phase.class, spot);
                yield (seen, trail) -> phase.test(seen.at().phase());
            }
            case "outside-call" -> {
                boolean outside = flag(value, spot);
                yield (seen, trail) -> (seen.at().call() == 0) == outside;
            }
            case "before-first-call" -> {
                boolean before = flag(value, spot);
                yield (seen, trail) -> trail.beforeFirstCall(seen.at()) == before;
            }
            case "by" -> {
                Predicate<Object> program = ValueCheck.read(value, String.class, spot);
                yield (seen, trail) -> program.test(trail.program(seen.at()));
            }
            case "ancestor" -> {
                Predicate<Object> program = ValueCheck.read(value, String.class, spot);
                yield (seen, trail) ->
                        trail.ancestors(seen.at()).stream().map(Programs::name).anyMatch(program);
            }
            case "unless-lineage" -> {
                Predicate<Object> program = ValueCheck.read(value, String.class, spot);
                yield (seen, trail) ->
                        Programs.trusted(trail, seen.at()).stream().noneMatch(program);
            }
            case "unless-script" -> {
                Predicate<Object> script = ValueCheck.read(value, String.class, spot);
                yield (seen, trail) ->
                        Programs.scripts(trail, seen.at()).stream().noneMatch(script);
            }
            case "unless-installing" -> {
                Field field = text(value, kind, spot);
                yield (seen, trail) ->
                        Installing.outside(trail, seen, (String) field.of(seen.what()));
            }
            case "unless-asked" -> unlessAsked(value, kind, spot);
            case "in-own-words" -> inOwnWords(value, kind, spot);
            case "unless-declared" -> {
                Pattern words = words(value, spot);
                yield (seen, trail) -> !Baits.says(trail, words);
            }
            case "own-login" -> {
                boolean own = flag(value, spot);
                yield (seen, trail) -> LoginService.ownLogin(trail, seen).isPresent() == own;
            }
            case "cloud-detector" -> {
                boolean only = flag(value, spot);
                yield (seen, trail) -> CloudDetectors.only(trail) == only;
            }
            case "out-of-time" -> {
                boolean late = flag(value, spot);
                yield (seen, trail) -> outOfTime(seen, trail) == late;
            }
            default -> throw new BadRuleException(spot + ": no such condition");
        };
    }

    /**
     * Whether a limit of ours, and nothing that the server did, ended it before that: also in an
     * earlier phase, for an attack that begins then finds nobody.
     */
    private static boolean outOfTime(Seen seen, Trail trail) {
        return trail.all(ServerEnded.class).stream()
                .filter(ended -> ended.at().seq() < seen.seq())
                .anyMatch(ended -> ended.what().how().equals("timeout"));
    }

    private static Field text(JsonNode value, Class<? extends Observation> kind, String spot) {
        Field field = value.isString() ? Field.of(kind).get(value.asString()) : null;
        if (field == null || field.type() != String.class) {
            throw new BadRuleException(spot + ": expected the name of a text field");
        }
        return field;
    }

    /**
     * These fields, after what the call in progress had sent is taken out: an echo says nothing.
     */
    private static Condition inOwnWords(
            JsonNode value, Class<? extends Observation> kind, String spot) {
        Condition all = (seen, trail) -> true;
        for (Map.Entry<String, JsonNode> member : object(value, spot).properties()) {
            String here = spot + "." + member.getKey();
            Field field = Field.of(kind).get(member.getKey());
            if (field == null || field.type() != String.class) {
                throw new BadRuleException(here + ": expected the name of a text field");
            }
            Predicate<Object> check = ValueCheck.read(member.getValue(), String.class, here);
            all =
                    all.and(
                            (seen, trail) ->
                                    check.test(
                                            trail.asked(seen.at())
                                                    .without((String) field.of(seen.what()))));
        }
        return all;
    }

    private static Condition unlessAsked(
            JsonNode value, Class<? extends Observation> kind, String spot) {
        if (!value.isString()) {
            throw new BadRuleException(spot + ": expected the name of a field");
        }
        Field field = Field.of(kind).get(value.asString());
        if (field == null) {
            throw new BadRuleException(spot + ": no such field");
        }
        boolean line = field.type() == java.util.List.class && kind == ProcessStarted.class;
        if (field.type() != String.class && !line) {
            throw new BadRuleException(spot + ": only text can be asked for");
        }
        return (seen, trail) -> {
            ExplainedByCall asked = trail.asked(seen.at());
            if (line) {
                return !asked.command(((ProcessStarted) seen.what()).argv());
            }
            String text = (String) field.of(seen.what());
            return !(text.startsWith("/") ? asked.path(text) : asked.host(text));
        };
    }

    /** Words that a server declares its business with, as an expression. */
    private static Pattern words(JsonNode value, String spot) {
        if (!value.isString() || value.asString().isBlank()) {
            throw new BadRuleException(spot + ": expected an expression");
        }
        try {
            return Baits.words(value.asString());
        } catch (PatternSyntaxException e) {
            throw new BadRuleException(spot + ": " + e.getDescription(), e);
        }
    }

    private static boolean flag(JsonNode value, String spot) {
        if (!value.isBoolean()) {
            throw new BadRuleException(spot + ": expected true or false");
        }
        return value.asBoolean();
    }

    private static JsonNode object(JsonNode node, String spot) {
        if (!node.isObject() || node.isEmpty()) {
            throw new BadRuleException(spot + ": expected conditions");
        }
        return node;
    }
}
