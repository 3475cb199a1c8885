package io.mcpsf.report;

import io.mcpsf.json.Json;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.Attacked;
import io.mcpsf.model.ProtocolObservation.InputBroke;
import io.mcpsf.model.ProtocolObservation.VulnerabilityProven;
import io.mcpsf.model.SocketObservation.BaitLeft;

import tools.jackson.databind.node.ObjectNode;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The {@code fuzzing} part of {@code report.json}: how many hostile values were sent, to what, and
 * what came of it.
 */
final class JsonFuzzing {

    private final Evidence evidence;

    JsonFuzzing(Evidence evidence) {
        this.evidence = evidence;
    }

    ObjectNode tree() {
        Map<String, Long> families = new TreeMap<>();
        Map<String, Long> tools = new TreeMap<>();
        long total = 0;
        for (var sent : evidence.of(Attacked.class).toList()) {
            total++;
            families.merge(sent.what().family(), 1L, Long::sum);
            tools.merge(Capped.text(sent.what().tool()), 1L, Long::sum);
        }
        ObjectNode node = Json.object().put("total", total);
        counts(node.putObject("byFamily"), families);
        counts(node.putObject("byTool"), tools);
        return node.put("proven", proven()).put("leaked", leaked()).put("crashed", crashed());
    }

    private static void counts(ObjectNode node, Map<String, Long> counts) {
        counts.entrySet().stream()
                .limit(Capped.LIST)
                .forEach(entry -> node.put(entry.getKey(), entry.getValue()));
    }

    /** Places where a flaw was shown, each once for a family. */
    private int proven() {
        Set<String> places = new HashSet<>();
        evidence.of(VulnerabilityProven.class)
                .map(seen -> seen.what())
                .filter(proven -> !proven.design())
                .forEach(p -> places.add(p.family() + "\0" + p.tool() + "\0" + p.parameter()));
        return places.size();
    }

    /** Answers to hostile values that held the content of a decoy. */
    private long leaked() {
        return evidence.of(BaitLeft.class)
                .filter(left -> left.at().phase() == Phase.ATTACK)
                .filter(left -> left.what().where().equals("result"))
                .count();
    }

    /** Places where a hostile value ended or hung the server. */
    private int crashed() {
        Set<String> places = new HashSet<>();
        evidence.of(InputBroke.class)
                .map(seen -> seen.what())
                .forEach(broke -> places.add(broke.tool() + "\0" + broke.parameter()));
        return places.size();
    }
}
