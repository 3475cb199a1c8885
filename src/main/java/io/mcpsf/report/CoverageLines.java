package io.mcpsf.report;

import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Health;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.RunObservation.PolicyViolated;
import io.mcpsf.model.ScanObservation.ScannerEnded;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Violation;
import io.mcpsf.text.Columns;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How far we came and how well we saw, in at most five lines. */
final class CoverageLines {

    private static final int MAX_PHASE_LINES = 3;

    private final Evidence evidence;
    private final Paint paint;
    private final int width;

    CoverageLines(Evidence evidence, Paint paint, int width) {
        this.evidence = evidence;
        this.paint = paint;
        this.width = width;
    }

    List<String> lines() {
        List<String> lines = phases();
        List<String> scanners = scanners();
        lines.addAll(scanners.isEmpty() ? List.of(paint.fit(tools() + senses(), width)) : scanners);
        String attack = new AttackCoverage(evidence).brief();
        if (!attack.isEmpty()) {
            lines.add(paint.fit(attack, width));
        }
        lines.add(paint.dim(paint.brief(isolation(), width)));
        return lines;
    }

    private List<String> phases() {
        List<String> lines = new ArrayList<>();
        var line = new StringBuilder();
        int used = 0;
        for (Map.Entry<Phase, PhaseResult> entry : evidence.coverage().phases().entrySet()) {
            boolean done = entry.getValue().status() == PhaseResult.Status.DONE;
            String mark = paint.signs(done ? "✓" : "✗");
            String words =
                    " %s %s"
                            .formatted(
                                    InWords.phase(entry.getKey()),
                                    done
                                            ? ClosingScreen.seconds(entry.getValue().millis())
                                            : InWords.lower(entry.getValue().status()));
            int columns = Columns.of(mark + words) + 2;
            if (used + columns > width + 2 && lines.size() < MAX_PHASE_LINES - 1) {
                lines.add(line.toString());
                line.setLength(0);
                used = 0;
            }
            if (used + columns > width + 2) {
                break;
            }
            line.append(done ? paint.good(mark) + words : paint.bad(mark + words)).append("  ");
            used += columns;
        }
        lines.add(line.isEmpty() ? ScreenText.NO_PHASE : line.toString());
        return lines;
    }

    private String tools() {
        return paint.signs(ScreenText.TOOLS.formatted(new ToolCounts(evidence).words()));
    }

    /**
     * Of a case about a project: who looked at it, and whether anybody tried to leave the scope.
     */
    private List<String> scanners() {
        var lines = new ArrayList<String>();
        evidence.of(ScannerEnded.class)
                .map(seen -> seen.what())
                .map(
                        ended ->
                                ScreenText.SCANNER.formatted(
                                        ended.scanner(),
                                        ended.version(),
                                        ended.how(),
                                        ScreenText.count(ended.connections(), "connection")))
                .map(line -> paint.brief(line, width))
                .forEach(lines::add);
        if (!lines.isEmpty()) {
            long tries =
                    evidence.of(PolicyViolated.class)
                            .filter(s -> s.what().violation() == Violation.NETWORK_ESCAPE)
                            .count();
            lines.add(
                    tries == 0
                            ? ScreenText.STAYED
                            : ScreenText.TRIED_TO_LEAVE.formatted(
                                    ScreenText.count(tries, "attempt")));
        }
        return lines;
    }

    private String senses() {
        Coverage coverage = evidence.coverage();
        List<String> weak = new ArrayList<>();
        long events = 0;
        for (Sense sense : Sense.values()) {
            var health = coverage.sense(sense);
            events += health.events();
            if (health.health() != Health.FULL) {
                weak.add(InWords.weak(sense, health.health()));
            }
        }
        String total = ScreenText.count(events, "event");
        return weak.isEmpty()
                ? ScreenText.ALL_SENSORS.formatted(Sense.values().length, total)
                : String.join(", ", weak) + ", " + total;
    }

    private String isolation() {
        return ScreenText.ISOLATION.formatted(InWords.isolation(evidence.coverage().isolation()));
    }
}
