package io.mcpsf.interrogate.fuzz;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which hostile values go where, the most promising first: where a baseline probe was seen to go,
 * then where the name of a parameter says so, then everywhere. What is unlikely comes last, and is
 * what a spent budget leaves out.
 */
final class Plan {

    private record Ranked(Campaign.Attempt attempt, int rank) {}

    private Plan() {}

    static List<Campaign.Attempt> of(
            List<AttackFamily> families, Map<AttackTarget, Traced> traced, boolean everything) {
        var ranked = new ArrayList<Ranked>();
        traced.forEach(
                (target, known) -> {
                    Set<String> words = target.words();
                    for (int f = 0; f < families.size(); f++) {
                        AttackFamily family = families.get(f);
                        if (!sensible(family, target, words, known, everything)) {
                            continue;
                        }
                        String key = Proving.key(family.name(), target);
                        int sent = 0;
                        for (AttackFamily.Payload payload : family.payloads()) {
                            if (!payload.aggressive() || everything) {
                                var attempt =
                                        new Campaign.Attempt(family, payload, target, known, key);
                                ranked.add(
                                        new Ranked(
                                                attempt,
                                                rank(family, f, target, words, known, sent++)));
                            }
                        }
                    }
                });
        return ranked.stream()
                .sorted(Comparator.comparingInt(Ranked::rank).reversed())
                .map(Ranked::attempt)
                .toList();
    }

    private static boolean sensible(
            AttackFamily family,
            AttackTarget target,
            Set<String> words,
            Traced traced,
            boolean everything) {
        boolean confusing = family.name().equals("type-confusion");
        if (!target.text()) {
            return confusing && !target.plain().isContainer();
        }
        if (target.closed()) {
            return everything || family.name().equals("command-injection");
        }
        if (family.never(words)) {
            return false;
        }
        boolean seen = seen(family, traced);
        return !family.places().only() || family.likely(words) || seen || everything;
    }

    private static int rank(
            AttackFamily family,
            int order,
            AttackTarget target,
            Set<String> words,
            Traced traced,
            int sent) {
        int rank = 100 - order * 3 - sent * 4;
        if (family.likely(words)) {
            rank += 40;
        }
        if (seen(family, traced)) {
            rank += 120;
        }
        if (target.closed()) {
            rank -= 80;
        }
        return rank;
    }

    private static boolean seen(AttackFamily family, Traced traced) {
        return switch (family.name()) {
            case "command-injection", "argument-injection" -> traced.started();
            case "ssrf", "file-by-url", "header-injection" -> traced.lookedUp();
            case "template-injection", "format-string", "cross-site-scripting" -> traced.repeated();
            default -> false;
        };
    }
}
