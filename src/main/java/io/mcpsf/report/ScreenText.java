package io.mcpsf.report;

import io.mcpsf.text.Counted;

/** The text of the closing screen, in one place so that it can be reviewed at a glance. */
final class ScreenText {

    // Labels in the margin
    static final String INSTALL = "INSTALL?";
    static final String CAN = "can: ";
    static final String DID = "did: ";
    static final String ALLOW = "allow: ";
    static final String RISK = "RISK";
    static final String ASSURANCE = "ASSURANCE";
    static final String FINDINGS = "FINDINGS";
    static final String GAPS = "GAPS";
    static final String COVERAGE = "COVERAGE";
    static final String SETTINGS = "SETTINGS";
    static final String REPORT = "REPORT";
    static final String NEXT = "NEXT";
    static final String MAINTAINERS = "Maintainers: ";

    // Scores
    static final String AXES = "malice %d, exposure %d";
    static final String MORE_ITEMS = "%+4d  from %d more items";
    static final String FULL = "full coverage";
    static final String NEARLY_FULL = "nearly full coverage";
    static final String PARTIAL = "partial coverage";
    static final String LOW = "low coverage";

    // Findings
    static final String NO_FINDINGS = "none";
    static final String MORE = "and %d more in report.html";
    static final String TRIAL = ", trial";
    static final String MISSING_EVENT = "is missing from the evidence";

    // Coverage
    static final String PARTS = "with %d more findings: %s";
    static final String NOT_EVALUATED = "%s not evaluated";
    static final String NO_PHASE = "no phase was reached";
    static final String TOOLS = "tools: %s · ";
    static final String ALL_SENSORS = "all %d sensors active, %s";
    static final String ISOLATION = "isolation: %s";
    static final String SCANNER = "%s %s: %s, %s";
    static final String STAYED = "no attempt to leave the scope";
    static final String TRIED_TO_LEAVE = "%s to leave the scope, none succeeded";

    // Files
    static final String FILES = "/report.html, report.json, evidence.jsonl";
    static final String NOT_WRITTEN = "not written";
    static final String FROM = " from ";

    private ScreenText() {}

    static String count(long number, String one) {
        return Counted.of(number, one);
    }
}
