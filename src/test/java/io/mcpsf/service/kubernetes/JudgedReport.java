package io.mcpsf.service.kubernetes;

import tools.jackson.databind.JsonNode;

import java.util.Set;
import java.util.TreeSet;

/** The verdict of a report, and the rules that found something at MEDIUM or above. */
record JudgedReport(String verdict, TreeSet<String> rules) {

    private static final Set<String> SERIOUS = Set.of("MEDIUM", "HIGH", "CRITICAL");

    /**
     * How serious these are depends on whether a message left during a call or after it, which is a
     * matter of the load.
     */
    private static final Set<String> BY_LOAD =
            Set.of("identity-left", "many-alarms", "unreadable-exit");

    boolean inDoubt() {
        return verdict.equals("INCONCLUSIVE");
    }

    static JudgedReport of(JsonNode report) {
        var rules = new TreeSet<String>();
        for (JsonNode finding : report.path("findings")) {
            if (SERIOUS.contains(finding.path("severity").stringValue(""))) {
                rules.add(finding.path("rule").stringValue(""));
            }
        }
        rules.removeAll(BY_LOAD);
        return new JudgedReport(report.path("verdict").stringValue(""), rules);
    }
}
