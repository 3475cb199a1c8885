package io.mcpsf.interrogate.fuzz;

import io.mcpsf.interrogate.fuzz.Campaign.Attempt;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * Hostile values sent within bounds, and what came back. A family is done with a place when it had
 * effect there.
 */
final class PayloadRun {

    private final AttackSender sender;
    private final int atOnce;
    private final Damage damage;
    private final Bounds bounds;
    private final Looker looker;
    private final List<Attempt> attempts;
    private final List<AttemptTask> tasks = new ArrayList<>();
    private final long seed;
    private final Map<AttemptTask, FutureTask<AttackSender.Prepared>> early =
            new ConcurrentHashMap<>();
    private final IdentityHashMap<Attempt, AttackResult> sent = new IdentityHashMap<>();
    private final Set<String> effective = new HashSet<>();
    private long watched = System.nanoTime();

    /** Nothing is sent with fewer calls left than these, or later. */
    record Bounds(int calls, long end) {}

    /** Whether a value had an effect. */
    @FunctionalInterface
    interface Looker {
        Optional<Hit> look(Attempt attempt, AttackResult result);
    }

    PayloadRun(
            AttackSender sender,
            int atOnce,
            Damage damage,
            Bounds bounds,
            Looker looker,
            List<Attempt> attempts) {
        this.sender = sender;
        this.atOnce = atOnce;
        this.damage = damage;
        this.bounds = bounds;
        this.looker = looker;
        this.attempts = List.copyOf(attempts);
        this.seed = sender.seed();
        this.attempts.forEach(attempt -> tasks.add(new AttemptTask(attempt, tasks.size())));
    }

    /** Makes the first ones ready, while something else is on its way. */
    void ready() {
        tasks.stream()
                .limit(atOnce)
                .forEach(task -> early.put(task, new FutureTask<>(task::prepared)));
        early.values().forEach(FutureTask::run);
    }

    /** Sends all. */
    void run() throws InterruptedException {
        PipelinedSender.all(sender, atOnce, List.copyOf(tasks));
        damage.tell();
    }

    /**
     * The same, with something else that is sent in the middle, when every place has had its share
     * or the first half is nearly out.
     */
    void run(Callable<List<PipelinedSender.Task>> between) throws InterruptedException {
        List<PipelinedSender.Task> inTurn = lastByAnswer();
        int broad = (int) attempts.stream().filter(one -> one.round() < Plan.DEPTH).count();
        List<PipelinedSender.Task> first = inTurn.subList(0, Math.min(broad, inTurn.size() / 2));
        List<PipelinedSender.Task> second = inTurn.subList(first.size(), inTurn.size());
        // What broke the server is found out before there is more of the same.
        var broken = new AtomicBoolean();
        PipelinedSender.all(
                sender,
                atOnce,
                first,
                () -> {
                    if (sender.missing()) {
                        broken.set(true);
                        return List.of();
                    }
                    return Stream.concat(between.call().stream(), second.stream()).toList();
                });
        damage.tell();
        if (broken.get()) {
            PipelinedSender.all(sender, atOnce, List.of(), between);
            PipelinedSender.all(sender, atOnce, second);
            damage.tell();
        }
    }

    List<Attempt> attempts() {
        return attempts;
    }

    /** What was sent and is worth a second look, in the order of the plan. */
    List<Map.Entry<Attempt, AttackResult>> sent() {
        var inOrder = new ArrayList<Map.Entry<Attempt, AttackResult>>();
        for (Attempt attempt : attempts) {
            AttackResult result = sent.get(attempt);
            if (result != null) {
                inOrder.add(Map.entry(attempt, result));
            }
        }
        return inOrder;
    }

    /** When the last one was answered whose effect only the sensors tell. */
    synchronized long watched() {
        return watched;
    }

    /**
     * But for the most promising, those that only sensors tell of go first in their round, so that
     * their effects show while the others are sent.
     */
    private List<PipelinedSender.Task> lastByAnswer() {
        int best = tasks.size() / 8;
        return tasks.stream()
                .sorted(
                        Comparator.comparingInt((AttemptTask task) -> task.attempt.round())
                                .thenComparing(
                                        task -> task.place >= best && byAnswer(task.attempt)))
                .map(PipelinedSender.Task.class::cast)
                .toList();
    }

    static boolean byAnswer(Attempt attempt) {
        return Oracle.named(attempt.family().oracle()).byAnswer();
    }

    private final class AttemptTask implements PipelinedSender.Task {

        private final Attempt attempt;
        private final int place;

        AttemptTask(Attempt attempt, int place) {
            this.attempt = attempt;
            this.place = place;
        }

        @Override
        public boolean worth() {
            return !effective(attempt)
                    && !sender.tools().stuck(attempt.target().tool())
                    && !damage.known(attempt.key())
                    && sender.left() > bounds.calls()
                    && sender.now() - bounds.end() < 0;
        }

        @Override
        public AttackSender.Prepared prepare() throws InterruptedException {
            Optional<FutureTask<AttackSender.Prepared>> begun =
                    Optional.ofNullable(early.remove(this));
            if (begun.isEmpty()) {
                return prepared();
            }
            begun.get().run();
            try {
                return begun.get().get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("a value of the attack", e.getCause());
            }
        }

        private AttackSender.Prepared prepared() {
            // By its place in the plan, so that the same seed sends the same values.
            Mark mark = Mark.draw(new SplittableRandom(seed + place));
            JsonNode value = attempt.payload().render(attempt.target(), mark);
            return sender.prepare(attempt.target(), attempt.family().name(), value, mark);
        }

        @Override
        public void look(AttackResult result) {
            back(attempt, result, looker.look(attempt, result).isPresent());
        }
    }

    private synchronized boolean effective(Attempt attempt) {
        return effective.contains(attempt.key());
    }

    private synchronized void back(Attempt attempt, AttackResult result, boolean hit) {
        if (hit) {
            effective.add(attempt.key());
        }
        if (!byAnswer(attempt)) {
            watched = System.nanoTime();
        }
        worthKeeping(attempt, result, hit).ifPresent(kept -> sent.put(attempt, kept));
    }

    /** What a second look needs: an effect may show late, but an answer is all there is. */
    private static Optional<AttackResult> worthKeeping(
            Attempt attempt, AttackResult result, boolean hit) {
        if (attempt.family().rough()) {
            return Optional.empty();
        }
        return byAnswer(attempt)
                ? Optional.of(result).filter(_ -> hit)
                : Optional.of(result.remembering(0));
    }
}
