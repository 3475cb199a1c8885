package io.mcpsf.judge;

import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Health;
import io.mcpsf.model.Maturity;
import io.mcpsf.model.Observation.Lost;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.PlaceCoverage;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.ToolCoverage;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * How much we saw, 0 to 100, and every reason to doubt that it was enough, in a sentence each. A
 * reservation is told like a doubt and forbids no verdict.
 */
record Assurance(int points, List<String> doubts, List<String> reservations) {

    private static final List<Phase> NEEDED = List.of(Phase.START, Phase.HANDSHAKE, Phase.LIST);
    private static final int PHASE_POINTS = 10;
    private static final int SENSE_POINTS = 40;
    private static final int TOOL_POINTS = 30;
    private static final int BAD_PHASE = 10;
    private static final int PLACE_POINTS = 10;

    /** The most for a server of which no tool did its work: what it does then was never seen. */
    private static final int UNEXERCISED = 40;

    /**
     * What these senses see is known from elsewhere or can be had later. Without them less is
     * known, which costs a few points and is told, but the run itself is as conclusive as before:
     * else nobody without imported advisories would ever get a verdict.
     */
    private static final Map<Sense, Integer> BESIDE =
            Map.of(Sense.PACKAGES, 2, Sense.ADVISORIES, 4, Sense.CODE, 2);

    Assurance {
        doubts = List.copyOf(doubts);
        reservations = List.copyOf(reservations);
    }

    /** Everything that a reader should know about what was not seen. */
    List<String> told() {
        var told = new ArrayList<>(doubts);
        told.addAll(reservations);
        return told;
    }

    static Assurance of(Evidence evidence, RuleSet rules) {
        Coverage coverage = evidence.coverage();
        if (coverage.phases().isEmpty() && coverage.senses().isEmpty()) {
            return new Assurance(
                    0,
                    List.of("The evidence is incomplete because the assessment did not finish."),
                    List.of());
        }
        if (stopped(evidence)) {
            return new Assurance(
                    0,
                    List.of(
                            "The assessment was stopped before it finished; this is what was seen"
                                    + " until then."),
                    List.of());
        }
        if (evidence.file().settings().profile().equals(CaseFile.INSPECTED)) {
            return new Assurance(
                    0,
                    List.of("Nothing was started: only its code, packages and manifest were read."),
                    List.of());
        }
        var doubts = new ArrayList<String>();
        NotMcp.of(evidence).ifPresent(doubts::add);
        int points = phases(coverage, doubts);
        points += tools(coverage, evidence.file().settings().toolTarget(), doubts);
        points -= untried(coverage, PlaceCoverage.of(evidence));
        points += senses(evidence, needed(rules), doubts);
        points -= beside(coverage);
        if (unexercised(evidence)) {
            points = Math.min(points, UNEXERCISED);
        }
        return new Assurance(Math.max(0, points), doubts, Reservations.of(evidence));
    }

    /** Whether it was interrupted before its end. */
    static boolean stopped(Evidence evidence) {
        Coverage coverage = evidence.coverage();
        return !coverage.done(Phase.STOP) && coverage.phases().containsKey(Phase.STOP);
    }

    private static int phases(Coverage coverage, List<String> doubts) {
        int points = 0;
        // What failed comes first: it is the reason that others were never reached.
        for (Map.Entry<Phase, PhaseResult> phase : coverage.phases().entrySet()) {
            String why = because(phase.getValue().why());
            switch (phase.getValue().status()) {
                case DONE -> {}
                case FAILED -> {
                    doubts.add(PhaseWords.failed(phase.getKey()) + why + ".");
                    points -= NEEDED.contains(phase.getKey()) ? 0 : BAD_PHASE;
                }
                case TIMED_OUT -> {
                    doubts.add(PhaseWords.late(phase.getKey()) + why + ".");
                    points -= NEEDED.contains(phase.getKey()) ? 0 : BAD_PHASE;
                }
            }
        }
        for (Phase phase : NEEDED) {
            if (coverage.done(phase)) {
                points += PHASE_POINTS;
            } else if (!coverage.phases().containsKey(phase)) {
                doubts.add(PhaseWords.missing(phase));
            }
        }
        return points;
    }

    private static int tools(Coverage coverage, double target, List<String> doubts) {
        ToolCoverage tools = coverage.tools();
        if (tools.listed() == 0) {
            return coverage.done(Phase.LIST) ? TOOL_POINTS : 0;
        }
        double share = Math.min(1, (double) tools.answered() / tools.listed());
        if (share < target) {
            doubts.add(
                    "Only %d of %d tools answered a call; the target is %d%%."
                            .formatted(tools.answered(), tools.listed(), Math.round(target * 100)));
        }
        return (int) Math.round(tools.exercisedShare() * TOOL_POINTS);
    }

    /** What was meant to be attacked and was not is as unseen as what was never called. */
    private static int untried(Coverage coverage, PlaceCoverage places) {
        return coverage.tools().listed() == 0
                ? 0
                : (int) Math.round((1 - places.share()) * PLACE_POINTS);
    }

    private static boolean unexercised(Evidence evidence) {
        ToolCoverage tools = evidence.coverage().tools();
        return tools.exercised() == 0 && (tools.listed() > 0 || Reservations.empty(evidence));
    }

    private static int senses(Evidence evidence, Set<Sense> needed, List<String> doubts) {
        if (needed.isEmpty()) {
            return SENSE_POINTS;
        }
        int halves = 0;
        for (Sense sense : needed) {
            SenseHealth health = evidence.coverage().sense(sense);
            boolean lost = evidence.of(Lost.class).anyMatch(seen -> seen.what().sense() == sense);
            String name = sense.name().toLowerCase(Locale.ROOT).replace('_', ' ');
            if (health.health() == Health.BLIND) {
                doubts.add("No visibility into " + name + because(health.why()) + ".");
            } else if (health.health() == Health.LOSSY || lost) {
                halves += 1;
                doubts.add("Incomplete visibility into " + name + because(health.why()) + ".");
            } else {
                halves += 2;
            }
        }
        return SENSE_POINTS * halves / (2 * needed.size());
    }

    private static int beside(Coverage coverage) {
        int points = 0;
        for (Map.Entry<Sense, Integer> sense : BESIDE.entrySet()) {
            points +=
                    switch (coverage.sense(sense.getKey()).health()) {
                        case FULL -> 0;
                        case LOSSY -> sense.getValue() / 2;
                        case BLIND -> sense.getValue();
                    };
        }
        return points;
    }

    private static Set<Sense> needed(RuleSet rules) {
        Set<Sense> needed = EnumSet.noneOf(Sense.class);
        for (Rule rule : rules.rules()) {
            if (rule.info().maturity() == Maturity.STABLE) {
                needed.addAll(rule.info().needs());
            }
        }
        needed.removeAll(BESIDE.keySet());
        return needed;
    }

    private static String because(String why) {
        String text = why.strip();
        String end = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
        return end.isEmpty() ? "" : " (" + Message.cut(end, 300) + ")";
    }
}
