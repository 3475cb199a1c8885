package io.mcpsf.inspect.start;

import io.mcpsf.inspect.start.StartPlan.Ready;
import io.mcpsf.model.Observation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Which start to try next: the candidates in their order, each followed by the cures that its
 * failures ask for. Never the same start twice, and no more than a few in all. For one thread.
 */
public final class StartTries {

    /** The cures that one candidate may ask for, one after the other. */
    private static final int MOST_CURES = 3;

    private final Deque<Ready> candidates;
    private final Furniture furniture;
    private final int most;
    private final List<Ready> tried = new ArrayList<>();
    private final List<Cure> applied = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private Optional<Ready> cured = Optional.empty();

    /** {@code most} counts all starts, the first one too. */
    public StartTries(List<Ready> candidates, Furniture furniture, int most) {
        this.candidates = new ArrayDeque<>(candidates);
        this.furniture = furniture;
        this.most = most;
    }

    /** The next start, or nothing when there is none left. */
    public Optional<Ready> next() {
        if (tried.size() >= most) {
            return Optional.empty();
        }
        Optional<Ready> next = cured;
        cured = Optional.empty();
        while (next.isEmpty() && !candidates.isEmpty()) {
            applied.clear();
            Ready candidate = candidates.poll();
            next = isTried(candidate) ? Optional.empty() : Optional.of(candidate);
        }
        next.ifPresent(tried::add);
        return next;
    }

    /** Says that the last start came to nothing; the cure that will be tried, if there is one. */
    public Optional<Cure> failed(
            Ended how, String stderr, String stdoutNoise, List<Observation> seen) {
        Ready last = tried.getLast();
        Optional<Cure> cure = Diagnosis.read(last, how, stderr, stdoutNoise, seen);
        failures.add(cure.map(Cure::sentence).orElseGet(() -> unread(how, stderr)));
        if (cure.isEmpty() || applied.size() >= MOST_CURES) {
            return Optional.empty();
        }
        cured = Cures.apply(last, cure.get(), furniture).filter(plan -> !isTried(plan));
        if (cured.isPresent()) {
            applied.add(cure.get());
            return cure;
        }
        return Optional.empty();
    }

    /** What the start that was tried last had needed, beside what was in its candidate. */
    public List<Cure> applied() {
        return List.copyOf(applied);
    }

    /** Why it could not be started: the reason of the first candidate, which is the likeliest. */
    public String reason() {
        return failures.stream().findFirst().orElse("no way to start it was found");
    }

    /** What each start came to, in the order of the starts. */
    public List<String> failures() {
        return List.copyOf(failures);
    }

    private boolean isTried(Ready plan) {
        return tried.stream().anyMatch(plan::isSameStart);
    }

    private static String unread(Ended how, String stderr) {
        String last = stderr.lines().filter(line -> !line.isBlank()).reduce((_, b) -> b).orElse("");
        return how.words() + (last.isEmpty() ? "" : ": " + Diagnosis.quote(last));
    }
}
