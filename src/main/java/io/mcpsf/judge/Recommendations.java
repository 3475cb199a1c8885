package io.mcpsf.judge;

import io.mcpsf.model.Finding;
import io.mcpsf.model.Severity;
import io.mcpsf.model.Verdict;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What to do now, the most urgent first, each thing once. */
final class Recommendations {

    private static final int MAX = 8;

    private Recommendations() {}

    static List<String> of(Verdict verdict, List<Finding> findings, RuleSet rules) {
        Set<String> advice = new LinkedHashSet<>();
        advice.add(
                switch (verdict) {
                    case MALICIOUS -> "Do not run this server. Remove it wherever it is installed.";
                    case SUSPICIOUS ->
                            "Do not run this server before somebody has read the findings and the"
                                    + " code behind them.";
                    case RISKY ->
                            "Mend the findings, or run it only with inputs and people you trust.";
                    case NOTHING_SEEN ->
                            "Nothing seen is no promise: give it only the files, hosts and"
                                    + " credentials it needs, and assess new versions again.";
                    case INCONCLUSIVE ->
                            "Treat it as unknown: remove the reasons for doubt and assess it"
                                    + " again.";
                });
        for (Finding finding : findings) {
            if (finding.severity().compareTo(Severity.MEDIUM) >= 0 && advice.size() < MAX) {
                rules.rule(finding.rule()).ifPresent(rule -> advice.add(rule.info().advice()));
            }
        }
        return List.copyOf(advice);
    }
}
