package io.mcpsf.judge;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ScanObservation.PortScanned;
import io.mcpsf.model.ScanObservation.ScannerEnded;
import io.mcpsf.model.Severity;
import io.mcpsf.model.Verdict;

import java.util.ArrayList;
import java.util.List;

/**
 * Cases about a project that its owner has scanned. Here a scanner did what would be an attack if a
 * server did it, so none of the rules about servers applies, and what must have been seen is that
 * every scanner really worked.
 */
final class Projects {

    /** The kind of subject, as the head of the case says it. */
    static final String KIND = "project";

    static final String DONE = "done";

    private static final int SCANNED = 60;
    private static final int REACHED = 40;

    private Projects() {}

    static boolean about(Evidence evidence) {
        return evidence.file().subject().kind().equals(KIND);
    }

    /** The rules for a project, or those for a server: never both. */
    static RuleSet rules(Evidence evidence, RuleSet all) {
        boolean project = about(evidence);
        return RuleSet.of(
                all.rules().stream()
                        .filter(rule -> (rule.about().family() == Family.PROJECT) == project)
                        .toList());
    }

    /** A scanner that ended well without having reached anything has proven nothing. */
    static Assurance assurance(Evidence evidence) {
        var doubts = new ArrayList<String>();
        List<ScannerEnded> scanners =
                evidence.of(ScannerEnded.class).map(seen -> seen.what()).toList();
        if (!evidence.coverage().done(Phase.SCAN)) {
            doubts.add("The scan did not finish.");
        }
        if (scanners.isEmpty()) {
            doubts.add("No scanner ran.");
        }
        int points = 0;
        for (ScannerEnded scanner : scanners) {
            if (!scanner.how().equals(DONE)) {
                doubts.add("%s: %s.".formatted(scanner.scanner(), Message.cut(scanner.how(), 300)));
            } else if (scanner.connections() == 0) {
                doubts.add(scanner.scanner() + " ended without a single connection.");
            } else {
                points += (SCANNED + REACHED) / scanners.size();
            }
        }
        return new Assurance(points, doubts, List.of());
    }

    static String summary(
            Verdict verdict, Trail trail, List<Finding> findings, Assurance assurance) {
        long open =
                trail.evidence()
                        .of(PortScanned.class)
                        .filter(seen -> seen.what().state().equals("open"))
                        .count();
        String reached = open == 1 ? "One port is open" : open + " ports are open";
        List<Finding> weak =
                findings.stream()
                        .filter(finding -> finding.severity().compareTo(Severity.LOW) >= 0)
                        .toList();
        return switch (verdict) {
            case INCONCLUSIVE -> "No verdict. " + assurance.doubts().getFirst();
            case NOTHING_SEEN ->
                    weak.isEmpty()
                            ? "No weakness was found. " + reached + "."
                            : "No serious weakness was found. " + reached + ".";
            default ->
                    (weak.size() == 1 ? "One weakness" : weak.size() + " weaknesses")
                            + ", the worst: "
                            + weak.getFirst().message();
        };
    }
}
