package io.mcpsf.cli;

import io.mcpsf.model.Maturity;
import io.mcpsf.model.Severity;
import io.mcpsf.model.Verdict;
import io.mcpsf.report.Report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What scripts read. The numbers are a contract. */
final class ExitCode {

    static final int FINE = 0;
    static final int FINDINGS = 1;
    static final int FAILED = 2;
    static final int INCONCLUSIVE = 3;

    /** A policy forbids the start. */
    static final int REFUSED = 125;

    static final int INTERRUPTED = 130;

    private ExitCode() {}

    /**
     * Findings weigh more than doubts: what was seen was seen. Trial rules are shown and never
     * decide, here neither; what somebody answers for does not count.
     */
    static int of(Report report, FailOn failOn) {
        boolean findings =
                report.judgement().findings().stream()
                        .filter(finding -> report.review().counts(finding.id()))
                        .filter(
                                finding ->
                                        report.rule(finding)
                                                .map(rule -> rule.maturity() != Maturity.TRIAL)
                                                .orElse(true))
                        .anyMatch(finding -> failOn.reachedBy(finding.severity()));
        if (findings) {
            return FINDINGS;
        }
        return report.judgement().verdict() == Verdict.INCONCLUSIVE ? INCONCLUSIVE : FINE;
    }

    /** The least severity that makes a run fail. */
    enum FailOn {
        CRITICAL,
        HIGH,
        MEDIUM,
        LOW,
        NEVER;

        boolean reachedBy(Severity severity) {
            return this != NEVER && severity.compareTo(Severity.valueOf(name())) >= 0;
        }

        static Optional<FailOn> named(String word) {
            return List.of(values()).stream()
                    .filter(value -> value.name().toLowerCase(Locale.ROOT).equals(word))
                    .findFirst();
        }
    }
}
