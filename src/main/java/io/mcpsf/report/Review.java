package io.mcpsf.report;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What people decided about findings before: those they live with, each with a reason, and those
 * that an earlier case had already. It moves the exit code and what is listed first; the verdict
 * and the score stay the judge's.
 */
public record Review(List<Suppressed> suppressed, Set<String> known, List<String> notes) {

    public Review {
        suppressed = List.copyOf(suppressed);
        known = Set.copyOf(known);
        notes = List.copyOf(notes);
    }

    /** A finding that somebody answers for: why, until when (a date), and who. */
    public record Suppressed(String finding, String reason, String expires, String by) {}

    public static Review none() {
        return new Review(List.of(), Set.of(), List.of());
    }

    public Optional<Suppressed> of(String finding) {
        return suppressed.stream().filter(s -> s.finding().equals(finding)).findFirst();
    }

    /** Whether the finding is neither answered for nor known from before. */
    public boolean counts(String finding) {
        return of(finding).isEmpty() && !known.contains(finding);
    }
}
