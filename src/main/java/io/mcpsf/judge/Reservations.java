package io.mcpsf.judge;

import static java.util.stream.Collectors.joining;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.Greeted;
import io.mcpsf.model.ProtocolObservation.NotExercised;
import io.mcpsf.model.ProtocolObservation.PromptListed;
import io.mcpsf.model.ProtocolObservation.ResourceListed;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.RunObservation.StartNeeded;
import io.mcpsf.model.ToolCoverage;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was tried too little, in a sentence each: told beside the verdict, without forbidding it.
 */
final class Reservations {

    /** Below this share of exercised tools the reader is told which were not, and why. */
    private static final double ENOUGH = 0.5;

    private static final int MAX_TOOLS = 6;
    private static final int MAX_WHY = 120;
    private static final int MAX_NEEDED = 240;

    private Reservations() {}

    static List<String> of(Evidence evidence) {
        var reservations = new ArrayList<String>();
        ToolCoverage tools = evidence.coverage().tools();
        if (tools.listed() > 0 && tools.exercisedShare() < ENOUGH) {
            reservations.add(unexercised(evidence, tools));
        }
        if (empty(evidence)) {
            reservations.add(
                    "It offered no tools, prompts or resources, so nothing of it was called.");
        }
        if (evidence.coverage().done(Phase.LIST)) {
            evidence.of(StartNeeded.class)
                    .filter(needed -> needed.what().olderLibraries())
                    .reduce((_, last) -> last)
                    .ifPresent(last -> reservations.add(older(last.what())));
        }
        return reservations;
    }

    /** Who installs it today gets something that does not start, and then perhaps another. */
    private static String older(StartNeeded needed) {
        return "What was assessed are older libraries than users get today: the server %s."
                .formatted(Message.cut(needed.what(), MAX_NEEDED));
    }

    /** It greeted us and had nothing to offer: perhaps something that it needs is missing here. */
    static boolean empty(Evidence evidence) {
        return evidence.coverage().tools().listed() == 0
                && evidence.of(Greeted.class).findAny().isPresent()
                && evidence.of(ToolListed.class).findAny().isEmpty()
                && evidence.of(PromptListed.class).findAny().isEmpty()
                && evidence.of(ResourceListed.class).findAny().isEmpty();
    }

    private static String unexercised(Evidence evidence, ToolCoverage tools) {
        Map<String, String> reasons = new LinkedHashMap<>();
        evidence.of(NotExercised.class).forEach(s -> reasons.put(s.what().tool(), s.what().why()));
        String named =
                reasons.entrySet().stream()
                        .limit(MAX_TOOLS)
                        .map(e -> "%s (%s)".formatted(Message.cut(e.getKey()), reason(e)))
                        .collect(joining(", "));
        int more = reasons.size() - MAX_TOOLS;
        String done =
                tools.listed() == 1
                        ? "Its only tool did not complete a valid call"
                        : "Only %d of %d tools completed a valid call"
                                .formatted(tools.exercised(), tools.listed());
        return "%s%s%s."
                .formatted(
                        done,
                        named.isEmpty() ? "" : "; not " + named,
                        more > 0 ? " and " + more + " more" : "");
    }

    private static String reason(Map.Entry<String, String> tool) {
        return Message.cut(tool.getValue().strip(), MAX_WHY);
    }
}
