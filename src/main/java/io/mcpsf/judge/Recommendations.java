package io.mcpsf.judge;

import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.Severity;
import io.mcpsf.model.Verdict;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What to do now, the most urgent first, each thing once. */
final class Recommendations {

    private static final int MAX = 5;
    private static final String REMOVE = "Remove it";
    private static final String MALICIOUS =
            "Do not run this server. Remove it wherever it is installed.";

    private static final int URGENT = 2;

    /** What holds a server that already ran. */
    private static final String OUTSIDE = "nothing";

    private Recommendations() {}

    static List<String> of(
            Verdict verdict, Evidence evidence, List<Finding> findings, RuleSet rules) {
        Set<String> advice = new LinkedHashSet<>();
        boolean unstarted = evidence.file().settings().profile().equals(CaseFile.INSPECTED);
        if (Projects.about(evidence)) {
            advice.add(project(verdict));
        } else if (unstarted && verdict == Verdict.INCONCLUSIVE) {
            advice.add("Run it in the sandbox with mcpsf assess before you decide.");
        } else if (verdict == Verdict.INCONCLUSIVE && NotMcp.of(evidence).isPresent()) {
            advice.add(
                    "Check the name: it may be that of another package. If it is a server, name"
                            + " what starts it with --command.");
        } else if (verdict == Verdict.INCONCLUSIVE && Assurance.stopped(evidence)) {
            advice.add("Assess it again and let it finish; a --timeout may have been too short.");
        } else if (verdict == Verdict.INCONCLUSIVE
                && evidence.coverage().isolation().runtime().equals(OUTSIDE)) {
            advice.add(
                    "Assess its package or repository in the sandbox as well: of a server that"
                            + " runs elsewhere only its answers are seen.");
        } else if (verdict == Verdict.INCONCLUSIVE && !cameUp(evidence)) {
            advice.add(
                    "Give it what it needs to start (--env NAME=VALUE, --command, arguments after"
                            + " --), then assess it again.");
        } else {
            advice.add(server(verdict));
        }
        // Sorted by severity, so that of the many that begin "Remove it" the gravest stays.
        Set<String> starts = new HashSet<>();
        for (Finding finding : findings) {
            if (finding.severity().compareTo(Severity.MEDIUM) >= 0 && advice.size() < MAX) {
                rules.rule(finding.rule())
                        .map(rule -> rule.info().advice())
                        .filter(more -> starts.add(start(more)))
                        .ifPresent(advice::add);
            }
        }
        if (verdict == Verdict.MALICIOUS && starts.contains(REMOVE)) {
            advice.remove(MALICIOUS);
            var rest = List.copyOf(advice);
            advice.clear();
            advice.add("Do not run this server.");
            advice.addAll(rest);
        }
        if (verdict == Verdict.MALICIOUS && !Projects.about(evidence)) {
            // Who is told to remove it needs no third reason to.
            var urgent = advice.stream().limit(URGENT).toList();
            advice.clear();
            advice.addAll(urgent);
            advice.add(
                    "Report it to the registry or forge that it came from; evidence.jsonl is the"
                            + " proof.");
        }
        return List.copyOf(advice);
    }

    private static boolean cameUp(Evidence evidence) {
        PhaseResult start = evidence.coverage().phases().get(Phase.START);
        return start == null || start.status() == PhaseResult.Status.DONE;
    }

    private static String server(Verdict verdict) {
        return switch (verdict) {
            case MALICIOUS -> MALICIOUS;
            case SUSPICIOUS ->
                    "Do not run this server until someone has reviewed the findings and the"
                            + " code behind them.";
            case RISKY ->
                    "Run it only with trusted input and trusted users until these issues are"
                            + " fixed.";
            case NOTHING_SEEN ->
                    "Give it only the files, hosts and credentials it needs, and assess new"
                            + " versions again.";
            case INCONCLUSIVE ->
                    "Treat it as untested. Remove the causes listed here, then assess it"
                            + " again.";
        };
    }

    private static String project(Verdict verdict) {
        return switch (verdict) {
            case INCONCLUSIVE -> "Make every scanner reach the project, and scan again.";
            case NOTHING_SEEN -> "Scan again after each change.";
            default -> "Fix these weaknesses, then scan again.";
        };
    }

    private static String start(String advice) {
        return advice.startsWith(REMOVE) ? REMOVE : advice;
    }
}
