package io.mcpsf.report.intel;

import io.mcpsf.report.Report;

import java.util.List;
import java.util.Locale;

/** What others can look for, for people who copy it: only what a finding rests on. */
public final class IndicatorList {

    private final Indicators indicators;

    /** One line: what kind of thing it is, and the thing. */
    public record Line(String kind, String value, long seq) {}

    public IndicatorList(Report report) {
        this.indicators = new Indicators(report);
    }

    public List<Line> lines() {
        return indicators.judged().stream()
                .map(
                        i ->
                                new Line(
                                        i.kind().name().toLowerCase(Locale.ROOT),
                                        i.value(),
                                        i.seen().seq()))
                .toList();
    }
}
