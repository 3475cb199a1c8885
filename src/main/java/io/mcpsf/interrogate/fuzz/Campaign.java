package io.mcpsf.interrogate.fuzz;

import io.mcpsf.interrogate.fuzz.Proving.Needed;
import io.mcpsf.model.Seen;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The attack on some places of a server: baseline probes first, to see where they go; then hostile
 * values, several at once, known again by their marks; then every effect once more, alone. It never
 * waits for an effect to show while there is something else to send.
 */
final class Campaign {

    /** The part of the budget that is kept back for multi-step attacks and proofs. */
    private static final double KEPT_BACK = 0.35;

    private final AttackSender sender;
    private final AttackSetting world;
    private final Sightings sightings;
    private final Attack attack;
    private final Proving proving;
    private final Damage damage;
    private final List<AttackFamily> families;
    private final Set<String> commanders = ConcurrentHashMap.newKeySet();
    private final Set<String> tried = new HashSet<>();

    Campaign(
            AttackSender sender,
            AttackSetting world,
            Attack attack,
            Proving proving,
            Damage damage,
            List<AttackFamily> families) {
        this.sender = sender;
        this.world = world;
        this.sightings = world.sightings();
        this.attack = attack;
        this.proving = proving;
        this.damage = damage;
        this.families = List.copyOf(families);
    }

    /**
     * A hostile value and the place it is meant for, and the round of the {@link Plan} that it
     * belongs to; all of a family there have one key.
     */
    record Attempt(
            AttackFamily family,
            AttackFamily.Payload payload,
            AttackTarget target,
            Traced traced,
            String key,
            int round) {}

    void run(List<AttackTarget> targets) throws InterruptedException {
        var baseline = new BaselineProbe(sender, sightings, targets);
        var slow = new SlowExpressionAttack(sender, sightings);
        // Planned while something is under way.
        var planning = new FutureTask<>(() -> planned(traced(targets, baseline)));
        baseline.send(attack.atOnce(), slow.ahead(baseline), planning);
        Planned planned = unhurried(made(planning), slow);
        Map<AttackTarget, Traced> known = planned.known();
        PayloadRun first = planned.first();
        ProbeSelection candidates = planned.candidates();
        List<AttackTarget> left =
                known.keySet().stream()
                        .filter(target -> !proving.done("slow-expression", target))
                        .toList();
        sender.nextBatch();
        // By the middle the sensors have told where the baseline probes went; what is seen of
        // probes shows
        // while the other half is on its way.
        first.run(
                () -> {
                    Thread.ofVirtual().name("attack rough").start(planned.rough()::ready);
                    return candidates.probes(traced(left, baseline), proving);
                });
        // However late they told.
        Settling.since(baseline.last(), AttackLimits.SETTLE, sightings, sender);
        Map<AttackTarget, Traced> traced = traced(left, baseline);
        candidates.probe(traced, proving);
        multiStep(candidates.plain());
        long watched = Math.max(first.watched(), candidates.watched());
        Settling.since(watched, AttackLimits.FIRST_LOOK, sightings, sender);
        multiStep(candidates.promising());
        var second = payloadRun(late(planned.attempts(), known, traced), KEPT_BACK);
        second.run();
        if (!second.sent().isEmpty()) {
            Settling.untilQuiet(sightings, sender);
        }
        confirm(first);
        confirm(second);
        underNetworkFaults(planned.attempts());
        multiStep(slow.notBegun(known), slow);
        // Nearly last, because a server need not survive it.
        sender.nextBatch();
        rough(planned).run();
        Settling.since(watched, AttackLimits.SOON, sightings, sender);
        confirmLate(first);
        confirmLate(second);
        multiStep(candidates.late());
    }

    /** What fits into the time, all at once and without a baseline probe first: for slow places. */
    void brief(List<AttackTarget> targets) throws InterruptedException {
        List<Attempt> attempts = plan(untold(targets)).getOrDefault(false, List.of());
        sender.places().planned(attempts);
        var sent = payloadRun(attempts, KEPT_BACK);
        sent.run();
        Settling.untilQuiet(sightings, sender);
        confirm(sent);
    }

    /** One multi-step attack and nothing else. */
    void only(MultiStepAttack multiStep, List<AttackTarget> targets) throws InterruptedException {
        multiStep(untold(targets), multiStep);
    }

    private Map<Boolean, List<Attempt>> plan(Map<AttackTarget, Traced> traced) {
        return Plan.of(families, traced, attack.everything()).stream()
                .collect(Collectors.partitioningBy(attempt -> attempt.family().rough()));
    }

    /** What is known of the places and sent there; {@code rough} is what may break the server. */
    private record Planned(
            Map<AttackTarget, Traced> known,
            List<Attempt> attempts,
            PayloadRun first,
            PayloadRun rough,
            ProbeSelection candidates) {}

    private Planned planned(Map<AttackTarget, Traced> known) {
        Map<Boolean, List<Attempt>> plan = plan(known);
        plan.values().forEach(sender.places()::planned);
        Planned planned =
                planned(
                        known,
                        plan.getOrDefault(false, List.of()),
                        plan.getOrDefault(true, List.of()));
        planned.first().ready();
        return planned;
    }

    private Planned planned(
            Map<AttackTarget, Traced> known, List<Attempt> attempts, List<Attempt> rough) {
        return new Planned(
                known,
                attempts,
                payloadRun(attempts, KEPT_BACK),
                payloadRun(rough, 0),
                new ProbeSelection(sender, attack.atOnce(), multiStepAttacks()));
    }

    private static Planned made(FutureTask<Planned> planning) throws InterruptedException {
        // For the case that not all baseline probes have come back.
        planning.run();
        try {
            return planning.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the plan of the attack", e.getCause());
        }
    }

    /**
     * The plan without the places that take their time: what is slow for a short text would not
     * come back from a longer one.
     */
    private Planned unhurried(Planned planned, SlowExpressionAttack slow)
            throws InterruptedException {
        int proven = proving.count();
        multiStep(slow.begun(planned.known()), slow);
        return proving.count() == proven
                ? planned
                : planned(
                        planned.known(),
                        quick(planned.attempts()),
                        quick(planned.rough().attempts()));
    }

    /** What may break the server, without the places that were found to be slow. */
    private PayloadRun rough(Planned planned) {
        List<Attempt> attempts = planned.rough().attempts();
        List<Attempt> quick = quick(attempts);
        return quick.size() == attempts.size() ? planned.rough() : payloadRun(quick, 0);
    }

    private List<Attempt> quick(List<Attempt> attempts) {
        return attempts.stream()
                .filter(attempt -> !proving.done("slow-expression", attempt.target()))
                .toList();
    }

    private Map<AttackTarget, Traced> traced(List<AttackTarget> targets, BaselineProbe baseline) {
        Map<AttackTarget, Traced> traced = new LinkedHashMap<>();
        for (AttackTarget target : targets) {
            Optional<Traced> answer = baseline.traced(target);
            Traced known = answer.orElseGet(() -> Traced.nothing(target, sender.mark()));
            if (answer.isPresent() && known.unheard()) {
                continue;
            }
            traced.put(target, known);
            if (known.runAsCommand()) {
                commanders.add(target.tool());
            }
        }
        return traced;
    }

    private Map<AttackTarget, Traced> untold(List<AttackTarget> targets) {
        return traced(targets, new BaselineProbe(sender, sightings, List.of()));
    }

    /** What is planned only now, where more is known than before. */
    private List<Attempt> late(
            List<Attempt> planned,
            Map<AttackTarget, Traced> before,
            Map<AttackTarget, Traced> now) {
        Map<AttackTarget, Traced> news = new LinkedHashMap<>(now);
        news.entrySet()
                .removeIf(
                        entry ->
                                Optional.ofNullable(before.get(entry.getKey()))
                                        .filter(old -> old.seen().equals(entry.getValue().seen()))
                                        .isPresent());
        if (news.isEmpty()) {
            return List.of();
        }
        Set<String> keys = planned.stream().map(Attempt::key).collect(Collectors.toSet());
        return plan(news).getOrDefault(false, List.of()).stream()
                .filter(attempt -> !keys.contains(attempt.key()))
                .toList();
    }

    private PayloadRun payloadRun(List<Attempt> attempts, double keptBack) {
        var bounds =
                new PayloadRun.Bounds(
                        (int) (attack.calls() * keptBack),
                        sender.now() + (long) (attack.time().toNanos() * (1 - keptBack)));
        return new PayloadRun(sender, attack.atOnce(), damage, bounds, this::look, attempts);
    }

    /** Looks again at all that was sent, and repeats what had an effect. */
    private void confirm(PayloadRun sent) throws InterruptedException {
        confirm(sent, _ -> true);
    }

    /** The same for what had none when it was looked for before. */
    private void confirmLate(PayloadRun sent) throws InterruptedException {
        confirm(sent, attempt -> !tried.contains(attempt.key()));
    }

    private void confirm(PayloadRun sent, Predicate<Attempt> worth) throws InterruptedException {
        // Which of several had its effect first is chance; which of them stands first in the plan
        // is not.
        Map<String, Completed> completed = new LinkedHashMap<>();
        for (var entry : sent.sent()) {
            Attempt attempt = entry.getKey();
            if (!completed.containsKey(attempt.key()) && worth.test(attempt)) {
                look(attempt, entry.getValue())
                        .ifPresent(
                                hit -> completed.put(attempt.key(), new Completed(attempt, hit)));
            }
        }
        for (Completed one : completed.values()) {
            Attempt attempt = one.attempt();
            tried.add(attempt.key());
            if (PayloadRun.byAnswer(attempt)) {
                proving.confirm(Needed.ALWAYS, () -> again(attempt));
            } else if (marked(one.hit())) {
                proving.confirm(one.hit(), () -> again(attempt));
            } else {
                proving.confirm(Needed.ONCE, () -> again(attempt));
            }
        }
    }

    /** A hostile value that had this effect. */
    private record Completed(Attempt attempt, Hit hit) {}

    /** What shows it holds our word. A port alone may be somebody else's by chance. */
    private boolean marked(Hit hit) {
        List<Seen> ours = sightings.with(hit.result().mark().nonce());
        return hit.seen().stream().anyMatch(ours::contains);
    }

    private Optional<Hit> again(Attempt attempt) throws InterruptedException {
        Mark mark = sender.mark();
        JsonNode value = attempt.payload().render(attempt.target(), mark);
        Optional<AttackResult> result =
                sender.alone(attempt.target(), attempt.family().name(), value, mark);
        return result.isEmpty()
                ? Optional.empty()
                : Settling.await(() -> look(attempt, result.get()), sender);
    }

    /** The most telling values once more, while requests of the server fail. */
    private void underNetworkFaults(List<Attempt> plan) throws InterruptedException {
        List<Attempt> telling =
                plan.stream()
                        .filter(attempt -> attempt.family().name().equals("command-injection"))
                        .filter(attempt -> !proving.done(attempt.family().name(), attempt.target()))
                        .toList();
        for (String fault : world.networkFaults()) {
            world.networkFault().accept(fault);
            sender.nextBatch();
            int share = Math.max(1, Math.min(telling.size(), sender.left() / 16));
            List<Attempt> most = telling.subList(0, Math.min(share, telling.size()));
            var sent = payloadRun(most, 0);
            sent.run();
            Settling.untilQuiet(sightings, sender);
            confirm(sent);
        }
        if (!world.networkFaults().isEmpty()) {
            world.networkFault().accept("");
        }
    }

    private Optional<Hit> look(Attempt attempt, AttackResult result) {
        AttackFamily family = attempt.family();
        var oracle = Oracle.named(family.oracle());
        if (!oracle.worth(result, sightings)) {
            return Optional.empty();
        }
        return oracle.look(
                        new Oracle.Look(
                                family, attempt.payload(), result, attempt.traced(), sightings))
                .map(hit -> designed(attempt) ? hit.byDesign() : hit);
    }

    private boolean designed(Attempt attempt) {
        AttackFamily family = attempt.family();
        AttackTarget target = attempt.target();
        return switch (family.name()) {
            case "command-injection", "argument-injection" ->
                    commanders.contains(target.tool()) || family.designed(target.words());
            case "ssrf" -> Oracle.takesAddresses(target);
            default -> family.designed(target.words());
        };
    }

    private List<MultiStepAttack> multiStepAttacks() {
        var multiSteps = new ArrayList<MultiStepAttack>();
        multiSteps.add(new PathAttack(sender, sightings, attack.surroundings()));
        multiSteps.add(new LookedAtPathAttack(sender, sightings, attack.surroundings()));
        multiSteps.addAll(DecoyAttack.all(families, sender, sightings, attack.surroundings()));
        multiSteps.add(new SqlAttack(sender, sightings));
        multiSteps.add(new NosqlAttack(sender, sightings));
        multiSteps.add(new PollutionAttack(sender, sightings));
        // Last, because it needs the most calls.
        multiSteps.add(new SqlTimeAttack(sender, sightings));
        return multiSteps;
    }

    private void multiStep(Map<AttackTarget, Traced> traced, MultiStepAttack multiStep)
            throws InterruptedException {
        var candidates = new ProbeSelection(sender, attack.atOnce(), List.of(multiStep));
        sender.nextBatch();
        candidates.probe(traced, proving);
        multiStep(candidates.plain());
    }

    private void multiStep(List<ProbeSelection.Candidate> candidates) throws InterruptedException {
        for (ProbeSelection.Candidate candidate : worth(candidates)) {
            AttackTarget target = candidate.target();
            boolean timed = candidate.multiStep().timed();
            if (!sender.spent()
                    && !sender.tools().stuck(target.tool())
                    && !(timed && sender.places().crowds(candidate.multiStep().family()))) {
                sender.nextBatch();
                Proving.Again once = () -> candidate.multiStep().run(target, candidate.traced());
                if (once.send().isPresent() || (timed && once.send().isPresent())) {
                    proving.confirm(timed ? Needed.AS_OFTEN : Needed.ALWAYS, once);
                }
            }
        }
    }

    private List<ProbeSelection.Candidate> worth(List<ProbeSelection.Candidate> candidates)
            throws InterruptedException {
        if (candidates.isEmpty()) {
            return List.of();
        }
        var worth = new IdentityHashMap<ProbeSelection.Candidate, Boolean>();
        sender.nextBatch();
        new ParallelRunner<ProbeSelection.Candidate>(sender, attack.atOnce())
                .all(
                        candidates,
                        candidate -> {
                            AttackTarget target = candidate.target();
                            if (!sender.tools().stuck(target.tool())
                                    && candidate.multiStep().worth(target)) {
                                synchronized (worth) {
                                    worth.put(candidate, true);
                                }
                            }
                        });
        return candidates.stream().filter(worth::containsKey).toList();
    }
}
