package io.mcpsf.judge;

import io.mcpsf.model.Axis;
import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Judgement.Item;
import io.mcpsf.model.Judgement.Risk;
import io.mcpsf.model.Severity;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Findings made into numbers. An axis is the weight of its weightiest evidence, never a sum, so
 * that no volume of small things moves it. The table and worked examples stand in docs/scoring.md.
 */
record Weighing(Risk risk, List<Finding> deciding) {

    static final int MALICIOUS = 80;
    static final int SUSPICIOUS = 50;
    static final int RISKY = 35;

    /** Up to here malice is information, and a sentence may say that nothing hostile was seen. */
    static final int INFORMATION = 10;

    /** What two independent weak signals of different families weigh together. */
    private static final int PAIR = 50;

    /** Of the room that malice leaves, the most that exposure can fill, in per cent. */
    private static final int EXPOSURE_SHARE = 70;

    /** Of the room that is then left, the most that ignorance can fill, in per cent. */
    private static final int IGNORANCE_SHARE = 30;

    private static final int MAX_NAMED = 10;

    Weighing {
        deciding = List.copyOf(deciding);
    }

    int malice() {
        return risk.malice();
    }

    int exposure() {
        return risk.exposure();
    }

    /** The same without a score: how little was seen of what never started is no risk. */
    Weighing unscored() {
        return new Weighing(
                new Risk(0, risk.malice(), risk.exposure(), risk.assurance(), List.of()), deciding);
    }

    static Weighing of(List<Finding> findings, RuleSet rules, int assurance) {
        List<Finding> hostile = heaviest(findings, Axis.MALICE);
        int malice = hostile.isEmpty() ? 0 : weight(hostile.getFirst());
        if (malice < PAIR) {
            List<Finding> pair = pair(findings, rules);
            if (!pair.isEmpty()) {
                hostile = pair;
                malice = PAIR;
            }
        }
        List<Finding> open = heaviest(findings, Axis.EXPOSURE);
        int exposure = open.isEmpty() ? 0 : weight(open.getFirst());

        var items = new ArrayList<Item>();
        add(items, malice, "Malice (" + titles(hostile, rules) + ")", hostile);
        int exposed = exposure * (100 - malice) * EXPOSURE_SHARE / 10_000;
        add(items, exposed, "Exposure (" + titles(open, rules) + ")", open);
        // Rounded up: whatever was not seen shows in the score.
        int unknown =
                Math.ceilDiv(
                        (100 - assurance) * (100 - malice - exposed) * IGNORANCE_SHARE, 10_000);
        add(items, unknown, "Incomplete coverage (assurance " + assurance + ")", List.of());

        int score = items.stream().mapToInt(Item::points).sum();
        return new Weighing(new Risk(score, malice, exposure, assurance, items), hostile);
    }

    /** What one finding weighs by itself. */
    static int weight(Finding finding) {
        return weight(finding.severity(), finding.confidence());
    }

    static int weight(Severity severity, Confidence confidence) {
        return switch (severity) {
            case CRITICAL -> pick(confidence, 100, 90, 40);
            case HIGH -> pick(confidence, 85, 65, 35);
            case MEDIUM -> pick(confidence, 45, 35, 25);
            case LOW -> pick(confidence, 10, 8, 5);
            case INFO -> 0;
        };
    }

    private static int pick(Confidence confidence, int proven, int likely, int weak) {
        return switch (confidence) {
            case PROVEN -> proven;
            case LIKELY -> likely;
            case WEAK -> weak;
        };
    }

    private static List<Finding> heaviest(List<Finding> findings, Axis axis) {
        var heaviest = new ArrayList<Finding>();
        int most = 1;
        for (Finding finding : findings) {
            if (finding.axis() == axis && weight(finding) >= most) {
                if (weight(finding) > most) {
                    heaviest.clear();
                }
                most = weight(finding);
                heaviest.add(finding);
            }
        }
        return heaviest.size() > MAX_NAMED ? heaviest.subList(0, MAX_NAMED) : heaviest;
    }

    /** Two signals of at least MEDIUM, of different families, with no observation in common. */
    private static List<Finding> pair(List<Finding> findings, RuleSet rules) {
        List<Finding> signals =
                findings.stream()
                        .filter(finding -> finding.axis() == Axis.MALICE)
                        .filter(finding -> finding.severity().compareTo(Severity.MEDIUM) >= 0)
                        .filter(finding -> !Judge.chained(rules, finding))
                        .toList();
        for (int i = 0; i < signals.size(); i++) {
            for (int j = i + 1; j < signals.size(); j++) {
                if (family(rules, signals.get(i)) != family(rules, signals.get(j))
                        && Collections.disjoint(signals.get(i).seen(), signals.get(j).seen())) {
                    return List.of(signals.get(i), signals.get(j));
                }
            }
        }
        return List.of();
    }

    private static Family family(RuleSet rules, Finding finding) {
        return rules.rule(finding.rule()).orElseThrow().about().family();
    }

    private static void add(List<Item> items, int points, String reason, List<Finding> because) {
        if (points > 0) {
            items.add(new Item(points, reason, because.stream().map(Finding::id).toList()));
        }
    }

    private static String titles(List<Finding> findings, RuleSet rules) {
        return Message.list(
                findings.stream()
                        .map(finding -> rules.rule(finding.rule()).orElseThrow().info().title())
                        .toList(),
                3);
    }
}
