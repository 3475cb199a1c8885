package io.mcpsf.report.profile;

import io.mcpsf.model.Verdict;
import io.mcpsf.report.Report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * {@code policy.yaml} of a case: the least that the server was seen to need, and in comments what
 * was never exercised. Every value has passed the patterns of {@link Needs}, so that nothing of the
 * sample can add a line to it.
 */
final class PolicyProposal {

    private static final Pattern PLAIN = Pattern.compile("[\\p{Print}&&[^\"\\\\]]{1,300}");
    private static final int MAX_NOTES = 20;

    private final Report report;
    private final Needs needs;
    private final List<String> lines = new ArrayList<>();

    PolicyProposal(Report report, Needs needs) {
        this.report = report;
        this.needs = needs;
    }

    String text() {
        head();
        lines.add("version: 1");
        lines.add("preset: recommended");
        files();
        network();
        programs();
        lines.add(
                "limits: {memory: %dm, processes: %d}"
                        .formatted(needs.memoryMib(), needs.processes()));
        return String.join("\n", lines) + "\n";
    }

    private void head() {
        lines.add("# The least that " + plain(needs.name()) + " was seen to need in this case.");
        Verdict verdict = report.judgement().verdict();
        if (verdict == Verdict.MALICIOUS || verdict == Verdict.SUSPICIOUS) {
            lines.add("# The verdict is " + verdict + ". Do not run it, with or without a policy.");
        }
        notes("Never exercised, so what it needs there is not known:", needs.notExercised);
        if (!needs.withheld.isEmpty()) {
            // Named in the README only: what stands in a policy gets uncommented one day.
            lines.add(
                    "# %d hosts or files were seen and are withheld; README.md names them."
                            .formatted(needs.withheld.size()));
        }
        notes("Reached only because a call named it; add what you will use:", needs.told);
        notes("Refused by the policy of this session; add what it needs:", needs.refused);
        if (needs.odd > 0) {
            lines.add(
                    "# Names or paths with unusual characters, left out: %d.".formatted(needs.odd));
        }
    }

    private void notes(String title, Collection<String> all) {
        if (all.isEmpty()) {
            return;
        }
        lines.add("# " + title);
        all.stream().limit(MAX_NOTES).forEach(each -> lines.add("#   " + plain(each)));
        if (all.size() > MAX_NOTES) {
            lines.add("#   and %d more".formatted(all.size() - MAX_NOTES));
        }
    }

    private void files() {
        Set<String> reads = own(needs.reads);
        Set<String> writes = own(needs.writes);
        reads.removeAll(writes);
        if (reads.isEmpty() && writes.isEmpty()) {
            return;
        }
        lines.add("files:");
        if (!reads.isEmpty()) {
            lines.add("  read: " + list(reads));
        }
        if (!writes.isEmpty()) {
            lines.add("  write: " + list(writes));
        }
    }

    /**
     * Folders of a user; what the sandbox brings along is there without being named. In a session
     * nothing but these is there besides, wherever they are.
     */
    private Set<String> own(Set<String> paths) {
        return paths.stream()
                .filter(path -> path.startsWith("~/") || needs.session)
                .filter(path -> !path.contains("/../"))
                .collect(Collectors.toCollection(java.util.TreeSet::new));
    }

    private void network() {
        if (needs.places.isEmpty()) {
            lines.add("# It was not seen to contact any host on its own, so none is allowed.");
            return;
        }
        lines.add("network:");
        lines.add("  allow:");
        needs.places.forEach(
                (host, ports) ->
                        lines.add(
                                "    - {%s: \"%s\", ports: [%s]}"
                                        .formatted(
                                                host.matches("[0-9.]+|.*:.*") ? "cidr" : "host",
                                                host,
                                                ports.stream()
                                                        .map(String::valueOf)
                                                        .collect(Collectors.joining(", ")))));
    }

    /** Not as a rule: a session can't be held to them yet, and refuses a policy with that part. */
    private void programs() {
        notes("It started these programs:", needs.programs);
    }

    private static String list(Collection<String> all) {
        return all.stream()
                .map(each -> "\"" + each + "\"")
                .collect(Collectors.joining(", ", "[", "]"));
    }

    private static String plain(String text) {
        String line = text.replaceAll("\\s+", " ");
        return PLAIN.matcher(line).matches() ? line : "(a name with odd characters)";
    }
}
