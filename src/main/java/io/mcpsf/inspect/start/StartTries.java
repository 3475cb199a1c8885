package io.mcpsf.inspect.start;

import io.mcpsf.inspect.start.StartPlan.Extras;
import io.mcpsf.inspect.start.StartPlan.Ready;
import io.mcpsf.inspect.start.StartPlan.Setting;
import io.mcpsf.model.Observation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Which start to try next: the candidates in their order, each followed by the cures that its
 * failures ask for. What the system around it had to be given stays for the candidates that follow.
 * Never the same start twice, and no more than a few in all. For one thread.
 */
public final class StartTries {

    /** The cures that one candidate may ask for, one after the other. */
    private static final int MOST_CURES = 3;

    private final Deque<Ready> candidates;
    private final List<Ready> all;
    private final Furniture furniture;
    private final int most;
    private final boolean dated;
    private final List<Ready> tried = new ArrayList<>();
    private final List<Cure> applied = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private Optional<Ready> cured = Optional.empty();
    private Optional<Late> late = Optional.empty();
    private Setting around = Setting.usual();
    private String reason = "no way to start it was found";
    private int chains;

    /** A cure that waits until nothing else is left to try. */
    private record Late(Ready plan, Cure cure) {}

    /**
     * {@code most} counts all starts, the first one too; {@code dated} when libraries can be had as
     * they were on the day of the release.
     */
    public StartTries(List<Ready> candidates, Furniture furniture, int most, boolean dated) {
        this.dated = dated;
        this.candidates = new ArrayDeque<>(candidates);
        this.all = List.copyOf(candidates);
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
            applied.removeIf(cure -> !isAround(cure));
            Ready candidate = inside(candidates.poll());
            next = isTried(candidate) ? Optional.empty() : Optional.of(candidate);
            chains += next.isPresent() ? 1 : 0;
        }
        next.ifPresent(tried::add);
        return next;
    }

    /** Says that the last start came to nothing; the cure that will be tried, if there is one. */
    public Optional<Cure> failed(
            Ended how, String stderr, String stdoutNoise, List<Observation> seen) {
        Ready last = tried.getLast();
        Optional<Cure> cure =
                Diagnosis.read(last, how, stderr, stdoutNoise, seen).map(this::possible);
        note(cure.map(Cure::sentence).orElseGet(() -> unread(how, stderr + "\n" + stdoutNoise)));
        if (cure.filter(Cure.NeedsOlderLibraries.class::isInstance).isPresent()) {
            late = late.or(() -> Optional.of(new Late(last, cure.get())));
        } else if (cure.isPresent() && applied.size() < MOST_CURES && apply(last, cure.get())) {
            return cure;
        }
        return candidates.stream().allMatch(plan -> isTried(inside(plan)))
                ? late()
                : Optional.empty();
    }

    /** What users would get today is tried in every way before what they would have got then. */
    private Optional<Cure> late() {
        Optional<Late> then = late;
        late = Optional.empty();
        if (then.isEmpty() || !apply(then.get().plan(), then.get().cure())) {
            return Optional.empty();
        }
        candidates.addAll(all); // Each is another start with other libraries.
        return then.map(Late::cure);
    }

    private boolean apply(Ready plan, Cure cure) {
        cured = Cures.apply(plan, cure, furniture).filter(next -> !isTried(next));
        if (cured.isPresent()) {
            applied.add(cure);
            around = isAround(cure) ? cured.get().setting() : around;
        }
        return cured.isPresent();
    }

    /** When a folder was released nobody knows: then older libraries are no cure. */
    private Cure possible(Cure cure) {
        return cure instanceof Cure.NeedsOlderLibraries(String said) && !dated
                ? Diagnosis.broken(said)
                : cure;
    }

    /** Says that what the last plan wants around it cannot be had; {@code why} is ours. */
    public void unable(String why) {
        applied.removeIf(StartTries::isAround);
        around = Setting.usual();
        note(failures.isEmpty() ? why : failures.getLast() + "; " + why);
    }

    /** What the start that was tried last had needed, beside what was in its candidate. */
    public List<Cure> applied() {
        return List.copyOf(applied);
    }

    /** Why it could not be started: what the likeliest candidate came to in the end. */
    public String reason() {
        return reason;
    }

    /** What each start came to, in the order of the starts. */
    public List<String> failures() {
        return List.copyOf(failures);
    }

    private void note(String failure) {
        failures.add(failure);
        reason = chains <= 1 ? failure : reason;
    }

    private boolean isTried(Ready plan) {
        return tried.stream().anyMatch(plan::isSameStart);
    }

    /** A candidate within what the system was already given. */
    private Ready inside(Ready plan) {
        Setting own = plan.setting();
        Extras extras = around.extras();
        Setting setting = new Setting(own.channel(), own.writable() || around.writable(), extras);
        return new Ready(plan.argv(), plan.env(), plan.why(), setting, plan.needs());
    }

    private static boolean isAround(Cure cure) {
        return switch (cure) {
            case Cure.NeedsWritableFolder _,
                    Cure.NeedsSystemLibrary _,
                    Cure.NeedsNewerRuntime _,
                    Cure.NeedsOtherVersion _,
                    Cure.NeedsOlderLibraries _,
                    Cure.NeedsProgram _ ->
                    true;
            case Cure.NeedsVariable _,
                    Cure.NeedsValue _,
                    Cure.NeedsArgument _,
                    Cure.NeedsOtherTransport _,
                    Cure.Broken _ ->
                    false;
        };
    }

    private static String unread(Ended how, String said) {
        String line = FailureLine.in(said);
        return how.words() + (line.isEmpty() ? "" : ": " + line);
    }
}
