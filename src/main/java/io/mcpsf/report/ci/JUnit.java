package io.mcpsf.report.ci;

import static java.util.stream.Collectors.groupingBy;

import io.mcpsf.model.Finding;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.Maturity;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.model.Severity;
import io.mcpsf.model.Verdict;
import io.mcpsf.report.InWords;
import io.mcpsf.report.Report;
import io.mcpsf.text.HtmlText;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A test report: each rule is a test that fails by its findings, is skipped when it could not be
 * applied, and passes otherwise. Whether enough was seen at all is a test of its own.
 */
public final class JUnit {

    private static final int TEXT = 1_000;
    private static final int MAX_STEPS = 10;

    /** As the exit code, unless somebody chooses another: a build breaks by both or by none. */
    private static final Severity LEAST = Severity.HIGH;

    /** Longer runs of such letters look like a credential, to scanners of test reports too. */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_+/=~-]{20,}");

    private final Report report;
    private final Map<String, List<Finding>> findings;
    private final Map<String, String> notEvaluated;
    private final StringBuilder out = new StringBuilder();

    public JUnit(Report report) {
        this.report = report;
        this.findings = report.worstFirst().stream().collect(groupingBy(Finding::rule));
        this.notEvaluated =
                report.judgement().notEvaluated().stream()
                        .collect(
                                Collectors.toMap(
                                        Judgement.NotEvaluated::rule,
                                        Judgement.NotEvaluated::why,
                                        (a, b) -> a));
    }

    public String text() {
        var rules = new TreeMap<String, String>();
        report.rules().forEach((id, info) -> rules.put(id, info.title()));
        findings.keySet().forEach(id -> rules.putIfAbsent(id, id));
        long failures = rules.keySet().stream().filter(this::fails).count();
        boolean seen = report.judgement().verdict() != Verdict.INCONCLUSIVE;
        long skipped =
                rules.keySet().stream()
                        .filter(id -> !fails(id) && notEvaluated.containsKey(id))
                        .count();
        String seconds = String.format(Locale.ROOT, "%.3f", report.durationMillis() / 1000.0);
        out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"mcpsf\">\n");
        out.append(
                "  <testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\" time=\"%s\" timestamp=\"%s\">\n"
                        .formatted(
                                safe(report.evidence().file().subject().name()),
                                rules.size() + 1,
                                failures,
                                seen ? 0 : 1,
                                skipped,
                                seconds,
                                timestamp()));
        properties();
        assurance(seen, seconds);
        rules.forEach(this::rule);
        out.append("  </testsuite>\n</testsuites>\n");
        return out.toString();
    }

    private void properties() {
        Judgement judgement = report.judgement();
        out.append("    <properties>\n");
        property("verdict", judgement.verdict().name());
        if (judgement.scored()) {
            property("risk", "" + judgement.risk().score());
        }
        property("assurance", "" + judgement.risk().assurance());
        property("summary", judgement.summary());
        property("case", report.evidence().file().id());
        out.append("    </properties>\n");
    }

    private void property(String name, String value) {
        out.append("      <property name=\"%s\" value=\"%s\"/>\n".formatted(name, safe(value)));
    }

    private void assurance(boolean seen, String seconds) {
        out.append(
                "    <testcase classname=\"mcpsf\" name=\"enough was seen to judge\" time=\"%s\""
                        .formatted(seconds));
        if (seen) {
            out.append("/>\n");
        } else {
            String doubts = String.join("; ", report.judgement().doubts());
            out.append(
                    ">\n      <error type=\"INCONCLUSIVE\" message=\"%s\"/>\n    </testcase>\n"
                            .formatted(safe(doubts)));
        }
    }

    private void rule(String id, String title) {
        out.append(
                "    <testcase classname=\"mcpsf.%s\" name=\"%s\" time=\"0\""
                        .formatted(safe(id), safe(title)));
        if (fails(id)) {
            out.append(">\n");
            findings.getOrDefault(id, List.of()).forEach(this::failure);
            out.append("    </testcase>\n");
        } else if (notEvaluated.containsKey(id)) {
            out.append(
                    ">\n      <skipped>%s</skipped>\n    </testcase>\n"
                            .formatted(safe(notEvaluated.getOrDefault(id, ""))));
        } else {
            out.append("/>\n");
        }
    }

    /** A rule on trial and a mere remark are shown elsewhere; they break no build. */
    private boolean fails(String id) {
        RuleInfo info = report.rules().get(id);
        boolean decides = info == null || info.maturity() == Maturity.STABLE;
        return decides
                && findings.getOrDefault(id, List.of()).stream()
                        .anyMatch(
                                f ->
                                        f.severity().compareTo(LEAST) >= 0
                                                && report.review().counts(f.id()));
    }

    private void failure(Finding finding) {
        String steps =
                finding.seen().stream()
                        .limit(MAX_STEPS)
                        .map(
                                seq ->
                                        "#%d %s"
                                                .formatted(
                                                        seq,
                                                        report.seen(seq)
                                                                .map(s -> InWords.of(s.what()))
                                                                .orElse("")))
                        .map(JUnit::safe)
                        .collect(Collectors.joining("\n"));
        out.append(
                "      <failure type=\"%s\" message=\"%s\">%s</failure>\n"
                        .formatted(finding.severity(), safe(finding.message()), steps));
    }

    private String timestamp() {
        return DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss", Locale.ROOT)
                .withZone(ZoneOffset.UTC)
                .format(report.evidence().file().started().truncatedTo(ChronoUnit.SECONDS));
    }

    /** What XML can't hold is shown before it gets here, so the escapes of HTML are enough. */
    private static String safe(String hostile) {
        return HtmlText.attribute(
                TOKEN.matcher(hostile)
                        .replaceAll(found -> Matcher.quoteReplacement(shortened(found.group()))),
                TEXT);
    }

    /** Paths and names stay; what has letters and digits mixed is cut so that it is no secret. */
    private static String shortened(String run) {
        boolean mixed = run.matches(".*[0-9].*") && run.matches(".*[A-Za-z].*");
        return mixed && !run.startsWith("/") ? run.substring(0, 4) + "…" : run;
    }
}
