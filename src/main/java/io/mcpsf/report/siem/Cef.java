package io.mcpsf.report.siem;

import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Finding;
import io.mcpsf.model.RunObservation.PolicyViolated;
import io.mcpsf.model.Severity;
import io.mcpsf.report.InWords;
import io.mcpsf.report.Report;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Findings in the Common Event Format, one a line, ready to be sent by syslog. */
public final class Cef {

    private final Report report;
    private final Alerts alerts;

    public Cef(Report report) {
        this.report = report;
        this.alerts = new Alerts(report);
    }

    public String text() {
        return alerts.all().stream().map(f -> line(f) + "\n").collect(Collectors.joining());
    }

    /** One violation of a session, while it happens. */
    public static String violation(Instant at, CaseFile file, PolicyViolated violated) {
        var fields = new LinkedHashMap<String, String>();
        fields.put("rt", "" + at.toEpochMilli());
        fields.put("cat", "policy");
        fields.put("act", InWords.lower(violated.action()));
        fields.put("msg", violated.detail());
        custom(fields, 1, "server", file.subject().name() + " " + file.subject().version());
        custom(fields, 5, "case", file.id());
        return "CEF:0|mcpsf|mcpsf|%s|%s|%s|%d|%s"
                .formatted(
                        head(file.toolVersion()),
                        violated.violation().name(),
                        head(violated.violation().meaning()),
                        severity(violated.violation().severity()),
                        extension(fields));
    }

    private String line(Finding finding) {
        CaseFile file = report.evidence().file();
        var fields = new LinkedHashMap<String, String>();
        fields.put("rt", "" + alerts.when(finding).toEpochMilli());
        fields.put("externalId", finding.id());
        fields.put("cat", InWords.lower(finding.axis()));
        fields.put("msg", finding.message());
        alerts.place(finding)
                .ifPresent(
                        place -> {
                            fields.put(place.address() ? "dst" : "dhost", place.host());
                            if (place.port() > 0) {
                                fields.put("dpt", "" + place.port());
                            }
                            if (!place.url().isEmpty()) {
                                fields.put("request", place.url());
                            }
                        });
        alerts.process(finding).ifPresent(p -> fields.put("dproc", p.path()));
        custom(fields, 1, "server", file.subject().name() + " " + file.subject().version());
        custom(fields, 2, "tool", finding.tool());
        custom(fields, 3, "verdict", report.judgement().verdict().name());
        custom(
                fields,
                4,
                "attack",
                report.rule(finding)
                        .map(rule -> String.join(" ", rule.references().attack()))
                        .orElse(""));
        custom(fields, 5, "case", file.id());
        if (report.judgement().scored()) {
            fields.put("cn1Label", "risk");
            fields.put("cn1", "" + report.judgement().risk().score());
        }
        return "CEF:0|mcpsf|mcpsf|%s|%s|%s|%d|%s"
                .formatted(
                        head(file.toolVersion()),
                        head(finding.rule()),
                        head(report.title(finding)),
                        severity(finding.severity()),
                        extension(fields));
    }

    private static void custom(Map<String, String> fields, int number, String label, String value) {
        if (!value.isBlank()) {
            fields.put("cs" + number + "Label", label);
            fields.put("cs" + number, value);
        }
    }

    private static String extension(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(e -> e.getKey() + "=" + value(e.getValue()))
                .collect(Collectors.joining(" "));
    }

    private static String head(String hostile) {
        return Alerts.plain(hostile).replace("\\", "\\\\").replace("|", "\\|");
    }

    private static String value(String hostile) {
        return Alerts.plain(hostile).strip().replace("\\", "\\\\").replace("=", "\\=");
    }

    private static int severity(Severity severity) {
        return switch (severity) {
            case INFO -> 1;
            case LOW -> 3;
            case MEDIUM -> 5;
            case HIGH -> 8;
            case CRITICAL -> 10;
        };
    }
}
