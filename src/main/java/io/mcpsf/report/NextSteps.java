package io.mcpsf.report;

import io.mcpsf.model.Axis;
import io.mcpsf.model.RuleInfo;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What to do, the most urgent first: for whoever uses the server, and for whoever writes it. How a
 * weakness is repaired helps nobody who only uses the server.
 */
public record NextSteps(List<String> users, List<String> maintainers) {

    /** Who scans a project writes it. */
    private static final String PROJECT = "project";

    public NextSteps {
        users = List.copyOf(users);
        maintainers = List.copyOf(maintainers);
    }

    public static NextSteps of(Report report) {
        List<String> all = report.judgement().recommendations();
        if (report.evidence().file().subject().kind().equals(PROJECT)) {
            return new NextSteps(List.of(), all);
        }
        Set<String> repairs =
                report.rules().values().stream()
                        .filter(rule -> rule.axis() == Axis.EXPOSURE)
                        .map(RuleInfo::advice)
                        .collect(Collectors.toSet());
        var apart = all.stream().collect(Collectors.partitioningBy(repairs::contains));
        return new NextSteps(
                apart.getOrDefault(false, List.of()), apart.getOrDefault(true, List.of()));
    }

    /** Whether there is something to do for both, so that it must be said for whom. */
    public boolean mixed() {
        return !users.isEmpty() && !maintainers.isEmpty();
    }
}
