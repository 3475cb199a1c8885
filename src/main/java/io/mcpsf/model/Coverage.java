package io.mcpsf.model;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What was watched and how well: the phases reached, the health of every sense, the tools
 * exercised.
 */
public record Coverage(
        Map<Phase, PhaseResult> phases,
        Map<Sense, SenseHealth> senses,
        ToolCoverage tools,
        Isolation isolation) {

    public Coverage {
        phases = ordered(Phase.class, phases);
        senses = ordered(Sense.class, senses);
    }

    /**
     * The coverage of a case that never wrote its own: nothing was seen, so nothing may be
     * concluded.
     */
    public static Coverage nothing() {
        return new Coverage(Map.of(), Map.of(), new ToolCoverage(0, 0, 0), Isolation.none());
    }

    /** The health of a sense; one that nobody reported on is blind. */
    public SenseHealth sense(Sense sense) {
        SenseHealth known = senses.get(sense);
        return known == null ? SenseHealth.blind("no sensor for it was running") : known;
    }

    public boolean done(Phase phase) {
        PhaseResult result = phases.get(phase);
        return result != null && result.status() == PhaseResult.Status.DONE;
    }

    private static <K extends Enum<K>, V> Map<K, V> ordered(Class<K> type, Map<K, V> map) {
        var copy = new EnumMap<K, V>(type);
        copy.putAll(map);
        return Collections.unmodifiableMap(copy);
    }
}
