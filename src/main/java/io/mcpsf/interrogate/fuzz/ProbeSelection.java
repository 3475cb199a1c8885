package io.mcpsf.interrogate.fuzz;

import io.mcpsf.model.Seen;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which multi-step attacks are worth their time, and where: what their probes came back with
 * decides.
 */
final class ProbeSelection {

    /** A multi-step attack at a place that a probe came back from with something. */
    record Candidate(MultiStepAttack multiStep, AttackTarget target, Traced traced) {
        private Where where() {
            return new Where(multiStep, target.key());
        }
    }

    private record Where(MultiStepAttack multiStep, String target) {}

    /** A probe and what it was sent for. */
    private record PendingProbe(Candidate candidate, MultiStepAttack.Probe probe) {}

    /** A probe of what the sensors see, that has come back and is not judged yet. */
    private record ProbeResult(Candidate candidate, AttackResult result) {}

    private final AttackSender sender;
    private final int atOnce;
    private final List<MultiStepAttack> multiSteps;
    private final Map<Where, Candidate> candidates = new LinkedHashMap<>();
    private final Map<AttackTarget, List<Seen>> known = new HashMap<>();
    private final Set<Where> good = new HashSet<>();
    private final Set<Where> told = new HashSet<>();
    private final List<ProbeResult> returns = new ArrayList<>();
    private long watched = System.nanoTime();
    private boolean traces;

    ProbeSelection(AttackSender sender, int atOnce, List<MultiStepAttack> multiSteps) {
        this.sender = sender;
        this.atOnce = atOnce;
        this.multiSteps = List.copyOf(multiSteps);
    }

    /**
     * Sends the probes of all, several at once. Where nothing new is known since the last time,
     * nobody is sent again.
     */
    void probe(Map<AttackTarget, Traced> traced, Proving proving) throws InterruptedException {
        PipelinedSender.all(sender, atOnce, probes(traced, proving));
    }

    /** The same for somebody else to send. */
    List<PipelinedSender.Task> probes(Map<AttackTarget, Traced> traced, Proving proving) {
        Map<AttackTarget, Traced> news = new LinkedHashMap<>(traced);
        news.entrySet()
                .removeIf(
                        entry ->
                                entry.getValue()
                                        .seen()
                                        .equals(
                                                known.put(
                                                        entry.getKey(), entry.getValue().seen())));
        var pending = new ArrayList<PendingProbe>();
        for (MultiStepAttack multiStep : multiSteps) {
            news.forEach(
                    (target, told) -> {
                        if (!proving.done(multiStep.family(), target)
                                && !told.numbersOnly()
                                && multiStep.suits(target, told)) {
                            pending.addAll(pending(new Candidate(multiStep, target, told)));
                        }
                    });
        }
        return pending.stream().map(this::task).toList();
    }

    /** Those known to be worth it by now without the sensors; each is told once, as of all. */
    List<Candidate> plain() {
        return untold();
    }

    /** Those that the sensors have told of as well, as soon as what was done for probes shows. */
    List<Candidate> promising() {
        returns.forEach(one -> judge(one.candidate(), one.result()));
        List<Candidate> promising = untold();
        traces |= promising.stream().anyMatch(candidate -> candidate.multiStep().watched());
        return promising;
    }

    /**
     * What was opened too late for that. After a multi-step attack that the sensors were asked for
     * there is no telling a probe's traces from those of the attack.
     */
    List<Candidate> late() throws InterruptedException {
        if (traces || returns.isEmpty()) {
            return List.of();
        }
        Thread.sleep(sender.stretched(AttackLimits.SOON).minusNanos(System.nanoTime() - watched));
        return promising();
    }

    /** When the last probe came back that the sensors tell of. */
    long watched() {
        synchronized (returns) {
            return watched;
        }
    }

    private List<Candidate> untold() {
        return candidates.values().stream()
                .filter(
                        candidate ->
                                good.contains(candidate.where()) && told.add(candidate.where()))
                .toList();
    }

    private List<PendingProbe> pending(Candidate candidate) {
        candidates.put(candidate.where(), candidate);
        List<MultiStepAttack.Probe> probes =
                candidate.multiStep().probes(candidate.target(), candidate.traced());
        if (probes.isEmpty()) {
            good.add(candidate.where());
        }
        return probes.stream().map(probe -> new PendingProbe(candidate, probe)).toList();
    }

    private PipelinedSender.Task task(PendingProbe pending) {
        Candidate candidate = pending.candidate();
        MultiStepAttack.Probe probe = pending.probe();
        var single =
                new Single(
                        sender,
                        candidate.target(),
                        candidate.multiStep().family(),
                        probe.value(),
                        probe.mark(),
                        result -> {
                            synchronized (returns) {
                                back(candidate, result);
                            }
                        });
        return candidate.multiStep().timed() ? new Modest(sender, single) : single;
    }

    /** What goes by time needs many calls, and leaves the others theirs. */
    private record Modest(AttackSender sender, Single single) implements PipelinedSender.Task {

        @Override
        public boolean worth() {
            return single.worth() && !sender.places().crowds(single.family());
        }

        @Override
        public AttackSender.Prepared prepare() {
            return single.prepare();
        }

        @Override
        public void look(AttackResult result) {
            single.look(result);
        }
    }

    private void back(Candidate candidate, AttackResult result) {
        if (candidate.multiStep().watched()) {
            watched = System.nanoTime();
            returns.add(new ProbeResult(candidate, result.remembering(0)));
        } else {
            judge(candidate, result);
        }
    }

    private void judge(Candidate candidate, AttackResult result) {
        // Each is asked about, because it may matter which of them it was.
        if (candidate.multiStep().promising(candidate.traced(), result)) {
            good.add(candidate.where());
        }
    }
}
