package io.mcpsf.judge;

import io.mcpsf.model.Axis;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.model.Verdict;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The verdict in one plain sentence for somebody in a hurry. */
final class Summary {

    private Summary() {}

    static String of(
            Verdict verdict,
            Trail trail,
            List<Finding> findings,
            Weighing weighing,
            Assurance assurance,
            RuleSet rules) {
        return switch (verdict) {
            case MALICIOUS -> theft(trail, findings).orElseGet(() -> worst(findings, weighing));
            case SUSPICIOUS -> worst(findings, weighing);
            case RISKY ->
                    (weighing.malice() <= Weighing.INFORMATION
                                    ? "No hostile behaviour was seen, but"
                                    : "No attack was seen, but")
                            + findings.stream()
                                    .filter(finding -> finding.axis() == Axis.EXPOSURE)
                                    .findFirst()
                                    .map(finding -> exposed(finding, rules))
                                    .map(Summary::stopped)
                                    .orElse(" it can be abused.")
                            + dependencies(trail.evidence().coverage());
            case NOTHING_SEEN ->
                    nothing(trail.evidence().coverage().tools(), weighing)
                            + dependencies(trail.evidence().coverage());
            case INCONCLUSIVE -> "No verdict. " + assurance.doubts().getFirst();
        };
    }

    /** What a tool does, in the words of the rule: the proof with its odd values stands below. */
    private static String exposed(Finding finding, RuleSet rules) {
        return rules.rule(finding.rule())
                .filter(_ -> !finding.tool().isEmpty())
                .map(
                        rule ->
                                " the tool %s can be abused. %s."
                                        .formatted(
                                                Message.cut(finding.tool()), rule.info().title()))
                .orElse(" it has weaknesses. " + finding.message());
    }

    private static Optional<String> theft(Trail trail, List<Finding> findings) {
        Optional<Seen> left =
                findings.stream()
                        .filter(finding -> finding.rule().equals("bait-left"))
                        .filter(finding -> finding.severity() == Severity.CRITICAL)
                        .flatMap(finding -> trail.numbered(finding.seen()).stream())
                        .filter(seen -> seen.what() instanceof BaitLeft)
                        .min(Comparator.comparingInt(Summary::distance));
        Optional<Finding> link = serious(findings, "bait-then-connect");
        int decoys = decoys(trail);
        if (left.isPresent()) {
            return Optional.of(sent(trail, left.get(), link, decoys));
        }
        return link.map(
                finding ->
                        "Read %s and then tried to reach %s."
                                .formatted(
                                        count(Math.max(1, decoys)), destination(trail, finding)));
    }

    private static String sent(Trail trail, Seen seen, Optional<Finding> link, int decoys) {
        var left = (BaitLeft) seen.what();
        String protocol = Carriers.protocol(left, Carriers.of(trail, seen));
        String to = Message.cut(BaitLeaves.destination(left));
        if (to.isEmpty() && link.isPresent()) {
            to = destination(trail, link.get());
        }
        String where = to.isEmpty() ? "out" : "to " + to;
        String over = protocol.isEmpty() ? "" : " over " + protocol;
        // What the fake internet received was sent; all else may have been stopped.
        String sent = protocol.isEmpty() ? "tried to send" : "sent";
        if (decoys == 0) {
            return capital(sent) + " a decoy credential " + where + over + ".";
        }
        return "Read %s and %s %s %s%s."
                .formatted(count(decoys), sent, decoys == 1 ? "it" : "them", where, over);
    }

    private static String capital(String words) {
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    /** How far out the decoy was found: what arrived says more than what was about to leave. */
    private static int distance(Seen seen) {
        return switch (((BaitLeft) seen.what()).where()) {
            case "http", "smtp", "websocket" -> 0;
            case "tcp", "tls", "udp", "quic", "icmp", "raw" -> 1;
            case "dns" -> 2;
            case "socket" -> 3;
            default -> 4;
        };
    }

    /** The same of a finding: its farthest. */
    static int distance(Trail trail, Finding finding) {
        return trail.numbered(finding.seen()).stream()
                .filter(seen -> seen.what() instanceof BaitLeft)
                .mapToInt(Summary::distance)
                .min()
                .orElse(Integer.MAX_VALUE);
    }

    private static Optional<Finding> serious(List<Finding> findings, String rule) {
        return findings.stream()
                .filter(finding -> finding.rule().equals(rule))
                .filter(finding -> finding.severity() == Severity.CRITICAL)
                .findFirst();
    }

    private static int decoys(Trail trail) {
        Set<String> names = new HashSet<>();
        Baits.unexplainedReads(trail).forEach(read -> names.add(read.what().bait()));
        return names.size();
    }

    private static String count(int decoys) {
        return decoys == 1 ? "a decoy credential" : decoys + " decoy credentials";
    }

    private static String destination(Trail trail, Finding finding) {
        for (Seen seen : trail.numbered(finding.seen())) {
            String to = Exits.destination(seen);
            if (!to.isEmpty()) {
                return Message.cut(to);
            }
        }
        return "";
    }

    private static String worst(List<Finding> findings, Weighing weighing) {
        List<Finding> deciding = weighing.deciding();
        if (weighing.malice() == Weighing.SUSPICIOUS && deciding.size() == 2) {
            return "Two independent weak signs: %s %s"
                    .formatted(deciding.get(0).message(), deciding.get(1).message());
        }
        long more =
                findings.stream()
                                .filter(finding -> finding.axis() == Axis.MALICE)
                                .filter(f -> f.severity().compareTo(Severity.HIGH) >= 0)
                                .count()
                        - 1;
        String first = deciding.getFirst().message();
        return switch ((int) Math.min(more, 2)) {
            case 1 -> first + " There is one more serious finding.";
            case 2 -> first + " There are " + more + " more serious findings.";
            default -> first;
        };
    }

    /** Not having looked is never left unsaid. */
    private static String dependencies(Coverage coverage) {
        return switch (coverage.sense(Sense.ADVISORIES).health()) {
            case FULL -> "";
            case LOSSY ->
                    " Its dependencies were checked against outdated or incomplete advisories.";
            case BLIND -> " Its dependencies were not checked for known vulnerabilities.";
        };
    }

    /** Where there is something on the axis of malice, the sentence does not deny it. */
    private static String nothing(ToolCoverage tools, Weighing weighing) {
        String found =
                weighing.malice() <= Weighing.INFORMATION
                        ? "No hostile behaviour was seen"
                        : "No attack was seen, but one behaviour needs a look: "
                                + ended(weighing.deciding().getFirst().message());
        if (tools.listed() == 0) {
            return found + "; the server offers no tools.";
        }
        return tools.listed() == 1 && tools.exercised() == 1
                ? found + "; its only tool completed a call."
                : "%s; %d of %d tools completed a call."
                        .formatted(found, tools.exercised(), tools.listed());
    }

    private static String stopped(String sentence) {
        return ended(sentence) + ".";
    }

    private static String ended(String message) {
        return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
    }
}
