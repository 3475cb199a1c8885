package io.mcpsf.interrogate.fuzz;

import io.mcpsf.interrogate.fuzz.Campaign.Attempt;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which hostile values go where, in rounds, so that a spent budget leaves out depth and not places.
 * First every place gets one value of each family that its name, its schema or the baseline probe
 * suggests, then one of each other family that makes sense there, and only then more of the same.
 * Within a round the tools take turns.
 */
final class Plan {

    /** Until this round no place has got a second value of a family. */
    static final int DEPTH = 2;

    /** After all others: values for a place that names those it takes. */
    private static final int CLOSED = 100;

    private final List<AttackFamily> families;
    private final boolean everything;
    private final Map<String, Integer> tools = new HashMap<>();
    private final Map<String, Integer> places = new HashMap<>();
    private final List<Turn> turns = new ArrayList<>();

    /** A value and its place in the order: by round, by how much speaks for it, and by tool. */
    private record Turn(Attempt attempt, int suggestion, int place, int tool) {
        int round() {
            return attempt.round();
        }
    }

    private record Suggested(AttackFamily family, int strength) {}

    private Plan(List<AttackFamily> families, boolean everything) {
        this.families = families;
        this.everything = everything;
    }

    static List<Attempt> of(
            List<AttackFamily> families, Map<AttackTarget, Traced> traced, boolean everything) {
        var plan = new Plan(families, everything);
        traced.forEach(plan::add);
        return plan.turns.stream()
                .sorted(
                        Comparator.comparingInt(Turn::round)
                                .thenComparingInt(Turn::suggestion)
                                .thenComparingInt(Turn::place)
                                .thenComparingInt(Turn::tool))
                .map(Turn::attempt)
                .toList();
    }

    private void add(AttackTarget target, Traced known) {
        int tool = tools.computeIfAbsent(target.tool(), _ -> tools.size());
        int place = target.text() ? places.merge(target.tool(), 1, Integer::sum) : 0;
        List<Suggested> suggested =
                families.stream()
                        .filter(family -> sensible(family, target, known))
                        .map(family -> new Suggested(family, strength(family, target, known)))
                        .sorted(Comparator.comparingInt(Suggested::strength).reversed())
                        .toList();
        for (int i = 0; i < suggested.size(); i++) {
            AttackFamily family = suggested.get(i).family();
            String key = Proving.key(family.name(), target);
            int sent = 0;
            for (AttackFamily.Payload payload : family.payloads()) {
                if (!payload.aggressive() || everything) {
                    int round = round(suggested.get(i).strength(), sent++);
                    int when = target.closed() ? CLOSED + round : round;
                    var attempt = new Attempt(family, payload, target, known, key, when);
                    turns.add(new Turn(attempt, i, place, tool));
                }
            }
        }
    }

    /** More of what is likely goes before more of what is not. */
    private static int round(int strength, int sent) {
        if (sent == 0) {
            return strength > 0 ? 0 : 1;
        }
        return DEPTH + sent + 2 * (2 - Math.min(2, strength));
    }

    private boolean sensible(AttackFamily family, AttackTarget target, Traced traced) {
        boolean confusing = family.name().equals("type-confusion");
        if (!target.text() || traced.numbersOnly()) {
            return confusing && !target.plain().isContainer();
        }
        if (target.closed()) {
            return everything || family.name().equals("command-injection");
        }
        Set<String> words = target.words();
        if (family.never(words)) {
            return false;
        }
        return !family.places().only() || strength(family, target, traced) > 0 || everything;
    }

    /**
     * How much speaks for a family in a place: 3 when a word was seen to go where it attacks, 2
     * when the place is made for that, 1 when it is likely, and 0 otherwise.
     */
    private static int strength(AttackFamily family, AttackTarget target, Traced traced) {
        if (reached(family, traced)) {
            return 3;
        }
        if (family.foremost(target.words())
                || (family.name().equals("ssrf") && Oracle.takesAddresses(target))) {
            return 2;
        }
        return family.likely(target.words()) || repeated(family, traced) ? 1 : 0;
    }

    private static boolean reached(AttackFamily family, Traced traced) {
        return switch (family.name()) {
            case "command-injection", "argument-injection" -> traced.started();
            case "ssrf", "file-by-url", "header-injection" -> traced.lookedUp();
            default -> false;
        };
    }

    /** Most tools repeat what they are given, if only in a complaint. */
    private static boolean repeated(AttackFamily family, Traced traced) {
        return switch (family.name()) {
            case "template-injection", "format-string", "cross-site-scripting" -> traced.repeated();
            default -> false;
        };
    }
}
