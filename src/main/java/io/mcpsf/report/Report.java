package io.mcpsf.report;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.mcpsf.model.Axis;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.model.ScanObservation.WeaknessReported;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Severity;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One case ready to be told: the evidence, what the judge made of it, and the words of the rules.
 * It knows none of the forms that it is told in.
 */
public record Report(
        Evidence evidence,
        Judgement judgement,
        Map<String, RuleInfo> rules,
        Review review,
        List<EarlierVersion> earlier) {

    /** From here on minutes are easier to read. */
    private static final long LONG = 120_000;

    private static final Comparator<Finding> WORST_FIRST =
            Comparator.comparing(Finding::severity)
                    .thenComparing(Finding::confidence)
                    .reversed()
                    .thenComparing(finding -> finding.seen().getFirst());

    public Report {
        rules = Map.copyOf(rules);
        earlier = List.copyOf(earlier);
    }

    public static Report of(Evidence evidence, Judgement judgement, Collection<RuleInfo> rules) {
        return new Report(
                evidence,
                judgement,
                rules.stream().collect(toMap(RuleInfo::id, identity(), (first, second) -> first)),
                Review.none(),
                List.of());
    }

    /** The same case with what people decided about its findings. */
    public Report reviewed(Review other) {
        return new Report(evidence, judgement, rules, other, earlier);
    }

    /** The same case beside other versions of the server that were assessed before. */
    public Report after(List<EarlierVersion> versions) {
        return new Report(evidence, judgement, rules, review, versions);
    }

    /** The findings that nobody answers for. */
    public List<Finding> worstFirst() {
        return judgement.findings().stream()
                .filter(finding -> review.of(finding.id()).isEmpty())
                .sorted(WORST_FIRST)
                .toList();
    }

    /** What findings of malice rest on, by its number, whatever people decided about them. */
    public Set<Long> accused() {
        return judgement.findings().stream()
                .filter(finding -> finding.axis() == Axis.MALICE)
                .filter(finding -> finding.severity().compareTo(Severity.MEDIUM) >= 0)
                .flatMap(finding -> finding.seen().stream())
                .collect(toSet());
    }

    /** Those of them that are no part of another. */
    public List<Finding> heads() {
        List<Finding> findings = worstFirst();
        Set<String> ids = findings.stream().map(Finding::id).collect(toSet());
        return findings.stream().filter(finding -> !ids.contains(finding.partOf())).toList();
    }

    /** What hangs below a finding. */
    public List<Finding> partsOf(Finding whole) {
        return worstFirst().stream()
                .filter(finding -> finding.partOf().equals(whole.id()))
                .toList();
    }

    /** All findings, also those that are suppressed. */
    public List<Finding> all() {
        return judgement.findings().stream().sorted(WORST_FIRST).toList();
    }

    /** The rule's title; a rule that is gone from the books is named by its id. */
    public String title(Finding finding) {
        RuleInfo rule = rules.get(finding.rule());
        return rule == null ? finding.rule() : rule.title();
    }

    /** Its rule, with the weakness that a scanner named where the rule is about many. */
    public Optional<RuleInfo> rule(Finding finding) {
        return Optional.ofNullable(rules.get(finding.rule()))
                .map(
                        rule ->
                                seen(finding.seen().getFirst())
                                        .map(Seen::what)
                                        .filter(WeaknessReported.class::isInstance)
                                        .map(what -> ((WeaknessReported) what).cwe())
                                        .filter(cwe -> cwe > 0)
                                        .map(cwe -> rule.naming("CWE-" + cwe))
                                        .orElse(rule));
    }

    public Optional<Seen> seen(long seq) {
        List<Seen> all = evidence.seen();
        // The evidence is numbered from 1 without gaps, unless somebody cut lines out of it.
        if (seq >= 1 && seq <= all.size() && all.get((int) seq - 1).seq() == seq) {
            return Optional.of(all.get((int) seq - 1));
        }
        return all.stream().filter(seen -> seen.seq() == seq).findFirst();
    }

    /** Whether the server was only read. */
    public boolean unstarted() {
        return evidence.file().settings().profile().equals(CaseFile.INSPECTED);
    }

    /** Whether it was interrupted, so that nobody knows how well anything was seen. */
    public boolean stopped() {
        return evidence.coverage().phases().containsKey(Phase.STOP)
                && !evidence.coverage().done(Phase.STOP)
                && evidence.coverage().senses().isEmpty();
    }

    /** Why there is no score, where there is none. */
    public String unscored() {
        if (stopped()) {
            return "the assessment was stopped";
        }
        return unstarted() ? "the server was not started" : "the server never offered its tools";
    }

    /** How long it took, as people say it. */
    public String duration() {
        long millis = durationMillis();
        return millis < LONG
                ? ClosingScreen.seconds(millis)
                : "%d min %d s".formatted(millis / 60_000, millis / 1000 % 60);
    }

    /**
     * From the first begin to the last end. Stamps count from when the sample was there. Further
     * starts run beside the other phases and beside each other, so their time is not added to it.
     */
    public long durationMillis() {
        long stamped =
                evidence.seen().stream().mapToLong(s -> s.at().micros()).max().orElse(0) / 1000;
        long acquired = 0;
        long inTurn = 0;
        long beside = 0;
        for (Map.Entry<Phase, PhaseResult> phase : evidence.coverage().phases().entrySet()) {
            long millis = phase.getValue().millis();
            switch (phase.getKey()) {
                case ACQUIRE -> acquired = millis;
                case RESTART, LATER -> beside = Math.max(beside, millis);
                default -> inTurn += millis;
            }
        }
        return acquired + Math.max(stamped, Math.max(inTurn, beside));
    }
}
