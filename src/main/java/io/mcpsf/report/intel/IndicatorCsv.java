package io.mcpsf.report.intel;

import io.mcpsf.model.Finding;
import io.mcpsf.report.InWords;
import io.mcpsf.report.Report;
import io.mcpsf.report.intel.Indicators.Indicator;
import io.mcpsf.text.Printable;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Indicators as a table for spreadsheets and block lists (RFC 4180). A cell that a spreadsheet
 * would take for a formula is given an apostrophe in front, so that it is read and not run.
 */
public final class IndicatorCsv {

    private static final int MAX_CELL = 2_000;
    private static final String FORMULA = "=+-@\t\r|%";

    private final Report report;

    public IndicatorCsv(Report report) {
        this.report = report;
    }

    public String text() {
        var out = new StringBuilder("type,value,severity,rules,phase,evidence,seen,case\r\n");
        for (Indicator indicator : new Indicators(report).all()) {
            List<Finding> findings = indicator.findings();
            out.append(
                    List.of(
                                    InWords.lower(indicator.kind()),
                                    indicator.value(),
                                    findings.isEmpty()
                                            ? "none"
                                            : InWords.lower(findings.getFirst().severity()),
                                    findings.stream()
                                            .map(Finding::rule)
                                            .distinct()
                                            .collect(Collectors.joining(" ")),
                                    InWords.lower(indicator.seen().at().phase()),
                                    "" + indicator.seen().seq(),
                                    report.evidence()
                                            .file()
                                            .started()
                                            .plusNanos(indicator.seen().at().micros() * 1000)
                                            .toString(),
                                    report.evidence().file().id())
                            .stream()
                            .map(IndicatorCsv::cell)
                            .collect(Collectors.joining(",", "", "\r\n")));
        }
        return out.toString();
    }

    static String cell(String hostile) {
        String text = Printable.line(hostile, MAX_CELL).replace("\"", "\"\"");
        boolean formula = !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0;
        return "\"" + (formula ? "'" : "") + text + "\"";
    }
}
