package io.mcpsf.report.html;

import io.mcpsf.model.Finding;
import io.mcpsf.report.Report;
import io.mcpsf.report.intel.IndicatorList;
import io.mcpsf.report.intel.Techniques;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** For whoever hunts: a matrix of ATT&CK techniques, and indicators to copy. */
final class IntelPanels {

    private static final int MAX_LINES = 200;

    private final Page page;
    private final Map<String, List<Techniques.Technique>> tactics;
    private final List<IndicatorList.Line> indicators;

    IntelPanels(Report report, Page page) {
        this.page = page;
        this.tactics = new Techniques(report).byTactic();
        this.indicators = new IndicatorList(report).lines();
    }

    boolean noTechniques() {
        return tactics.isEmpty();
    }

    boolean noIndicators() {
        return indicators.isEmpty();
    }

    void write() {
        if (!noTechniques()) {
            page.section("techniques", PageText.TECHNIQUES, this::matrix);
        }
        if (!noIndicators()) {
            page.section("indicators", PageText.INDICATORS, this::indicators);
        }
    }

    private void matrix() {
        page.put("p", "hint", PageText.TECHNIQUES_HINT);
        page.box(
                "div",
                "matrix",
                () ->
                        tactics.forEach(
                                (tactic, seen) ->
                                        page.box(
                                                "div",
                                                "tactic",
                                                () -> {
                                                    page.put("h3", "", tactic);
                                                    page.in("ul", () -> seen.forEach(this::cell));
                                                })));
    }

    private void cell(Techniques.Technique technique) {
        page.in(
                "li",
                () ->
                        page.in(
                                "a",
                                () -> {
                                    page.put("b", "", technique.id());
                                    page.text(" " + technique.name());
                                },
                                "href",
                                "#finding-" + card(technique.finding())),
                "class",
                "technique " + Overview.tone(technique.finding().severity()));
    }

    /** What is part of another finding has no card of its own. */
    private static String card(Finding finding) {
        return finding.partOf().isEmpty() ? finding.id() : finding.partOf();
    }

    private void indicators() {
        page.put("p", "hint", PageText.INDICATORS_HINT);
        page.in(
                "button",
                () -> page.text(PageText.COPY),
                "type",
                "button",
                "class",
                "copy",
                "hidden",
                "");
        page.in("output", () -> {}, "class", "hint copied");
        page.block(
                indicators.stream()
                        .limit(MAX_LINES)
                        .map(line -> "%-8s %s".formatted(line.kind(), oneLine(line.value())))
                        .collect(Collectors.joining("\n")),
                MAX_LINES);
        if (indicators.size() > MAX_LINES) {
            page.put(
                    "p",
                    "quiet",
                    PageText.MORE_INDICATORS.formatted(indicators.size() - MAX_LINES));
        }
    }

    /** A value of a sample's can't begin a line of its own. */
    private static String oneLine(String hostile) {
        return hostile.replace('\n', ' ').replace('\r', ' ');
    }
}
