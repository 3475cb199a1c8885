package io.mcpsf.report;

import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.PlaceCoverage;
import io.mcpsf.text.Columns;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The end of an assessment on one screen: the verdict first, then why, how sure, what was not seen,
 * and what to do next. At most {@link #MAX_LINES} lines; findings get the room the rest leaves.
 */
public final class ClosingScreen {

    static final int MAX_LINES = 40;

    private static final int MAX_ITEMS = 4;
    private static final int MAX_DOUBTS = 4;
    private static final int MAX_STEPS = 3;
    private static final int MAX_PLACES = 3;
    private static final int LABEL = 11;
    private static final int BAR = 20;

    /**
     * The share of the tools and places that must have been tried for coverage to be nearly full.
     */
    private static final double NEARLY = 0.9;

    private final Report report;
    private final Judgement judgement;
    private final Screen screen;
    private final Paint paint;
    private final String where;
    private final InstallAnswer advice;
    private final int width;

    public ClosingScreen(Report report, Screen screen, String where, InstallAnswer advice) {
        this.report = report;
        this.judgement = report.judgement();
        this.screen = screen;
        this.paint = new Paint(screen);
        this.where = where;
        this.advice = advice;
        this.width = screen.columns() - 1 - LABEL;
    }

    public static String oneLine(Report report, Screen screen) {
        var paint = new Paint(screen);
        Judgement judgement = report.judgement();
        String verdict = words(judgement.verdict());
        String rest =
                " %s  %s: %s"
                        .formatted(
                                judgement.scored() ? judgement.risk().score() + "/100" : "no score",
                                report.evidence().file().subject().name(),
                                judgement.summary());
        return paint.block(judgement.verdict(), verdict)
                + paint.safe(rest, 2 * screen.columns() - verdict.length());
    }

    public String text() {
        List<String> head = new ArrayList<>(banner());
        head.add("");
        summary(head);
        head.add("");
        section(head, ScreenText.INSTALL, advice());
        head.add("");
        section(head, ScreenText.RISK, risk());
        section(head, ScreenText.ASSURANCE, List.of(assurance()));
        head.add("");
        List<String> tail = new ArrayList<>();
        List<String> doubts = doubts();
        if (!doubts.isEmpty()) {
            tail.add("");
            section(tail, ScreenText.GAPS, doubts);
        }
        tail.add("");
        section(
                tail,
                ScreenText.COVERAGE,
                new CoverageLines(report.evidence(), paint, width).lines());
        tail.add("");
        section(tail, ScreenText.SETTINGS, settings());
        section(tail, ScreenText.REPORT, List.of(files()));
        section(tail, ScreenText.NEXT, next());
        int room = MAX_LINES - head.size() - tail.size();
        section(head, ScreenText.FINDINGS, List.of(FindingLines.counts(report, paint)));
        head.addAll(new FindingLines(report, paint, LABEL, width).lines(room - 1));
        head.addAll(tail);
        return head.stream().map(String::stripTrailing).collect(Collectors.joining("\n", "", "\n"));
    }

    private List<String> banner() {
        String verdict = "   " + words(judgement.verdict()) + "   ";
        String edge = "─".repeat(verdict.length());
        CaseFile.Subject subject = report.evidence().file().subject();
        int room = screen.columns() - verdict.length() - 6;
        String name = paint.safe((subject.name() + " " + subject.version()).strip(), room);
        String origin =
                paint.safe(
                        "%s · %s · %s"
                                .formatted(subject.kind(), report.duration(), subject.source()),
                        room);
        return List.of(
                "",
                " " + boxed(edge, "┌", "┐"),
                " " + boxed(verdict, "│", "│") + "  " + paint.bold(name),
                " " + boxed(edge, "└", "┘") + "  " + paint.dim(origin));
    }

    /** Colour makes the block; lines make it where there is none. */
    private String boxed(String inner, String left, String right) {
        String row = left + inner + right;
        return screen.colour()
                ? paint.block(judgement.verdict(), row.replaceAll("[─│┌┐└┘]", " "))
                : paint.signs(row);
    }

    private void summary(List<String> out) {
        String summary = paint.safe(judgement.summary(), 3 * screen.columns());
        for (String line : Columns.wrap(summary, screen.columns() - 2, 2)) {
            out.add(" " + paint.bold(paint.signs(line)));
        }
    }

    /** May I install it: the answer, what it can do, what it did, what to allow it. */
    private List<String> advice() {
        List<String> lines = new ArrayList<>();
        lines.add(paint.bold(paint.fit(paint.signs(advice.answer()), width)));
        lines.addAll(paint.lines(ScreenText.CAN + lower(advice.can()), width, 2));
        lines.addAll(paint.lines(ScreenText.DID + lower(advice.did()), width, 2));
        lines.addAll(paint.lines(ScreenText.ALLOW + lower(advice.allow()), width, 2));
        return lines;
    }

    private static String lower(String sentence) {
        String text = sentence.replaceFirst("^It ", "").replaceFirst("\\.$", "");
        return text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
    }

    private List<String> risk() {
        Judgement.Risk risk = judgement.risk();
        List<String> lines = new ArrayList<>();
        if (!judgement.scored()) {
            return List.of(paint.dim("no score: " + report.unscored()));
        }
        lines.add(
                score(
                        risk.score(),
                        true,
                        ScreenText.AXES.formatted(risk.malice(), risk.exposure())));
        List<Judgement.Item> items = risk.items();
        boolean all = items.size() <= MAX_ITEMS;
        int shown = all ? items.size() : MAX_ITEMS - 1;
        for (Judgement.Item item : items.subList(0, shown)) {
            String points = "%+4d  ".formatted(item.points());
            lines.add(paint.bold(points) + paint.brief(item.reason(), width - points.length()));
        }
        if (!all) {
            int points = items.stream().skip(shown).mapToInt(Judgement.Item::points).sum();
            lines.add(ScreenText.MORE_ITEMS.formatted(points, items.size() - shown));
        }
        return lines;
    }

    private String assurance() {
        int assurance = judgement.risk().assurance();
        String meaning;
        boolean nearly =
                report.evidence().coverage().tools().exercisedShare() >= NEARLY
                        && PlaceCoverage.of(report.evidence()).share() >= NEARLY;
        if (assurance >= 90 && nearly) {
            meaning = assurance == 100 ? ScreenText.FULL : ScreenText.NEARLY_FULL;
        } else {
            meaning = assurance >= 60 ? ScreenText.PARTIAL : ScreenText.LOW;
        }
        return score(assurance, false, meaning);
    }

    private String score(int value, boolean highIsBad, String meaning) {
        int bar = Math.min(BAR, width / 3);
        String number = "%3d/100 ".formatted(value);
        int room = width - number.length() - bar - 2;
        return paint.bold(number)
                + paint.bar(value, bar, highIsBad)
                + "  "
                + paint.dim(paint.fit(meaning, Math.max(1, room)));
    }

    private List<String> doubts() {
        List<String> doubts = new ArrayList<>(judgement.doubts());
        int blind = judgement.notEvaluated().size();
        if (blind > 0) {
            doubts.add(ScreenText.NOT_EVALUATED.formatted(ScreenText.count(blind, "rule")));
        }
        boolean all = doubts.size() <= MAX_DOUBTS;
        int shown = all ? doubts.size() : MAX_DOUBTS - 1;
        List<String> lines = new ArrayList<>();
        for (String doubt : doubts.subList(0, shown)) {
            lines.add(paint.brief(doubt, width));
        }
        if (!all) {
            lines.add(ScreenText.MORE.formatted(doubts.size() - shown));
        }
        return lines;
    }

    /** What was not said on the command line, which the user sees anyway. */
    private List<String> settings() {
        Map<String, List<String>> places = new LinkedHashMap<>();
        for (CaseFile.Origin origin : report.evidence().file().settings().origins()) {
            if (!origin.from().equals("command line")) {
                places.computeIfAbsent(origin.from(), _ -> new ArrayList<>()).add(origin.name());
            }
        }
        return places.entrySet().stream()
                .limit(MAX_PLACES)
                .map(
                        place ->
                                String.join(", ", place.getValue())
                                        + ScreenText.FROM
                                        + place.getKey())
                .map(line -> paint.safe(line, width))
                .toList();
    }

    private String files() {
        String names = where.isEmpty() ? "" : ScreenText.FILES;
        if (where.isEmpty()) {
            return paint.dim(ScreenText.NOT_WRITTEN);
        }
        String all = where + names;
        if (Columns.of(all) <= width) {
            return paint.safe(all, width);
        }
        String page = where + "/report.html";
        return paint.safe(Columns.of(page) <= width ? page : where, width);
    }

    private List<String> next() {
        List<String> lines = new ArrayList<>();
        NextSteps next = NextSteps.of(report);
        var steps = new ArrayList<>(next.users());
        next.maintainers()
                .forEach(step -> steps.add(next.mixed() ? ScreenText.MAINTAINERS + step : step));
        for (String step : steps) {
            int room = MAX_STEPS - lines.size();
            if (room > 0) {
                Columns.wrap(paint.safe(step, 3 * width), width, room)
                        .forEach(line -> lines.add(paint.signs(line)));
            }
        }
        return lines;
    }

    private void section(List<String> out, String label, List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            String margin = Columns.pad(i == 0 ? label : "", LABEL);
            out.add(" " + (i == 0 ? paint.dim(margin) : margin) + lines.get(i));
        }
    }

    static String words(Enum<?> constant) {
        return constant.name().replace('_', ' ');
    }

    static String seconds(long millis) {
        return millis < 100
                ? millis + " ms"
                : String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
    }
}
