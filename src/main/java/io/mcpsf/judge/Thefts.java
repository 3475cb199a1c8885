package io.mcpsf.judge;

import io.mcpsf.model.Axis;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.BaitLeft;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * One theft is told once. Of the many findings about it the one that shows what left is its head
 * and gets the whole chain, from the read to the request; those that rest on the same reads, the
 * same secrets or the same destination become parts of it. They are kept, and weigh as before.
 */
final class Thefts {

    /** What shows that something left, the surest first. */
    private static final List<String> HEADS =
            List.of(
                    "bait-left",
                    "bait-then-connect",
                    "given-strays",
                    "identity-left",
                    "argument-strays");

    private final Trail trail;
    private final Finding head;
    private final Set<String> baits = new HashSet<>();
    private final Set<String> hosts = new HashSet<>();
    private final Set<Long> steps = new TreeSet<>();

    private Thefts(Trail trail, Finding head) {
        this.trail = trail;
        this.head = head;
        trail.numbered(head.seen()).forEach(this::sent);
        trail.all(BaitTouched.class).stream()
                .filter(read -> read.what().touch() == Touch.READ)
                .filter(read -> baits.contains(read.what().bait()))
                .forEach(read -> steps.add(read.at().seq()));
    }

    /** The same findings, in the same order, each theft with its parts. */
    static List<Finding> told(Trail trail, List<Finding> findings) {
        List<Finding> told = List.copyOf(findings);
        var heads = new HashSet<String>();
        for (String rule : HEADS) {
            List<Finding> thefts =
                    findings.stream()
                            .filter(finding -> finding.rule().equals(rule))
                            .filter(finding -> finding.severity().compareTo(Severity.HIGH) >= 0)
                            .sorted(Comparator.comparingInt(one -> Summary.distance(trail, one)))
                            .toList();
            for (Finding theft : thefts) {
                boolean whole =
                        told.stream()
                                .filter(one -> one.id().equals(theft.id()))
                                .allMatch(one -> one.partOf().isEmpty());
                if (whole && heads.add(theft.id())) {
                    told = new Thefts(trail, theft).told(told, heads);
                }
            }
        }
        return told;
    }

    private void sent(Seen seen) {
        steps.add(seen.seq());
        switch (seen.what()) {
            case BaitLeft leaves -> {
                baits.add(leaves.bait());
                host(Hosts.of(BaitLeaves.destination(leaves)));
            }
            case BaitTouched touched -> baits.add(touched.bait());
            default -> host(Hosts.of(Exits.destination(seen)));
        }
    }

    private void host(String host) {
        if (!host.isEmpty()) {
            hosts.add(host);
            hosts.add(trail.name(host));
        }
    }

    private List<Finding> told(List<Finding> findings, Set<String> heads) {
        var told = new ArrayList<Finding>();
        for (Finding finding : findings) {
            if (finding.id().equals(head.id())) {
                told.add(whole(finding));
            } else {
                boolean free = finding.partOf().isEmpty() && !heads.contains(finding.id());
                told.add(free && part(finding) ? finding.partOf(head.id()) : finding);
            }
        }
        return List.copyOf(told);
    }

    private boolean part(Finding finding) {
        List<Seen> seen = trail.numbered(finding.seen());
        return finding.axis() == Axis.MALICE
                && !seen.isEmpty()
                && (seen.stream().allMatch(this::about)
                        || (finding.seen().stream().anyMatch(steps::contains)
                                && seen.stream().anyMatch(this::about)));
    }

    /** A step of the theft, a touch of what was stolen, or a way to where it went. */
    private boolean about(Seen seen) {
        return switch (seen.what()) {
            case BaitLeft leaves -> baits.contains(leaves.bait());
            case BaitTouched touched -> baits.contains(touched.bait());
            default -> {
                String host = Hosts.of(Exits.destination(seen));
                yield steps.contains(seen.seq())
                        || (!host.isEmpty()
                                && (hosts.contains(host) || hosts.contains(trail.name(host))));
            }
        };
    }

    private Finding whole(Finding finding) {
        var read = new LinkedHashSet<String>();
        var seqs = new TreeSet<Long>();
        for (Seen seen : trail.numbered(List.copyOf(steps))) {
            if (seen.what() instanceof BaitTouched touched && seqs.size() < Claims.MAX_SEEN / 2) {
                read.add(Paths.homeless(touched.path()));
                seqs.add(seen.seq());
            }
        }
        finding.seen().stream().limit(Claims.MAX_SEEN / 2).forEach(seqs::add);
        if (read.isEmpty() || !finding.rule().equals("bait-left")) {
            return finding;
        }
        String before = " It had been read from " + Message.list(read, 2) + ".";
        // The count of others like it belongs to the first sentence.
        String first = Claims.first(finding.message());
        String more = finding.message().substring(first.length());
        String sentence = first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
        return finding.as(sentence + more + "." + before, List.copyOf(seqs));
    }
}
