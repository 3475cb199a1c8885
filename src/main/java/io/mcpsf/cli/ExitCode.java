package io.mcpsf.cli;

import io.mcpsf.model.Judgement;
import io.mcpsf.model.Maturity;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.model.Severity;
import io.mcpsf.model.Verdict;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What scripts read. The numbers are a contract. */
final class ExitCode {

    static final int FINE = 0;
    static final int FINDINGS = 1;
    static final int FAILED = 2;
    static final int INCONCLUSIVE = 3;
    static final int INTERRUPTED = 130;

    private ExitCode() {}

    /**
     * Findings weigh more than doubts: what was seen was seen. Trial rules are shown and never
     * decide, here neither.
     */
    static int of(Judgement judgement, List<RuleInfo> rules, FailOn failOn) {
        Set<String> trial =
                rules.stream()
                        .filter(rule -> rule.maturity() == Maturity.TRIAL)
                        .map(RuleInfo::id)
                        .collect(Collectors.toSet());
        boolean findings =
                judgement.findings().stream()
                        .filter(finding -> !trial.contains(finding.rule()))
                        .anyMatch(finding -> failOn.reachedBy(finding.severity()));
        if (findings) {
            return FINDINGS;
        }
        return judgement.verdict() == Verdict.INCONCLUSIVE ? INCONCLUSIVE : FINE;
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
