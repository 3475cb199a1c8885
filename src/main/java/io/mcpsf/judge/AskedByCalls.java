package io.mcpsf.judge;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.Attacked;
import io.mcpsf.model.ProtocolObservation.PlaceAttacked;
import io.mcpsf.model.ProtocolObservation.ToolCalled;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Stamp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the server was asked for at every moment, by plain and by hostile calls alike. Hostile calls
 * are made many at a time, so a moment of the attack is explained by everything that its batch and
 * the one before sent: the hostile values, and the plain arguments that stood beside them.
 */
final class AskedByCalls {

    /** What a call set going may come to its end a little after the answer. */
    private static final long LATE_MICROS = 3_000_000;

    private final Map<Integer, ExplainedByCall> plain = new HashMap<>();
    private final Map<Integer, ExplainedByCall> hostile = new HashMap<>();

    /** When each call began, by the number of its first observation. */
    private final NavigableMap<Long, Stamp> begun = new TreeMap<>();

    private AskedByCalls() {}

    static AskedByCalls of(Evidence evidence) {
        var asked = new AskedByCalls();
        Map<String, Set<String>> arguments = new HashMap<>();
        Map<Integer, List<Attacked>> batches = new TreeMap<>();
        for (Seen seen : evidence.seen()) {
            switch (seen.what()) {
                case ToolCalled called -> {
                    asked.plain.putIfAbsent(
                            called.call(), ExplainedByCall.during(called.arguments()));
                    asked.begun.put(seen.seq(), seen.at());
                    note(arguments, called.tool(), called.arguments());
                }
                case PlaceAttacked place -> note(arguments, place.tool(), place.beside());
                case Attacked attacked ->
                        batches.computeIfAbsent(attacked.call(), c -> new ArrayList<>())
                                .add(attacked);
                default -> {}
            }
        }
        List<Attacked> before = List.of();
        for (Map.Entry<Integer, List<Attacked>> batch : batches.entrySet()) {
            var both = new ArrayList<>(batch.getValue());
            both.addAll(before);
            asked.hostile.put(batch.getKey(), explained(both, arguments));
            before = batch.getValue();
        }
        return asked;
    }

    private static void note(Map<String, Set<String>> arguments, String tool, String json) {
        arguments.computeIfAbsent(tool, t -> new LinkedHashSet<>()).add(json);
    }

    private static ExplainedByCall explained(
            List<Attacked> sent, Map<String, Set<String>> arguments) {
        var tools = new LinkedHashSet<String>();
        var payloads = new LinkedHashSet<String>();
        for (Attacked attacked : sent) {
            tools.add(attacked.tool());
            payloads.add(attacked.payload());
        }
        var beside = new ArrayList<String>();
        tools.forEach(tool -> beside.addAll(arguments.getOrDefault(tool, Set.of())));
        return ExplainedByCall.during(beside).and(payloads);
    }

    /** What was asked for at this moment. */
    ExplainedByCall at(Stamp at) {
        if (at.phase() == Phase.ATTACK && hostile.containsKey(at.call())) {
            return hostile.get(at.call());
        }
        if (at.call() != 0) {
            return plain.getOrDefault(at.call(), ExplainedByCall.NOTHING);
        }
        Map.Entry<Long, Stamp> last = begun.floorEntry(at.seq());
        boolean late =
                last != null
                        && last.getValue().phase() == at.phase()
                        && at.micros() - last.getValue().micros() <= LATE_MICROS;
        return late
                ? plain.getOrDefault(last.getValue().call(), ExplainedByCall.NOTHING)
                : ExplainedByCall.NOTHING;
    }

    /** True when a call of any time named this path. */
    boolean ever(String path) {
        return plain.values().stream().anyMatch(asked -> asked.path(path))
                || hostile.values().stream().anyMatch(asked -> asked.path(path));
    }
}
