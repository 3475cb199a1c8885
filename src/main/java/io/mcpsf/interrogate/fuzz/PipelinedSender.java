package io.mcpsf.interrogate.fuzz;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Sends many values, a few at once, in their order. The server never waits for us: a value is made
 * ready while the one before it is under way, and what came back is looked at when the next one has
 * left.
 */
final class PipelinedSender {

    private final AttackSender sender;
    private final int atOnce;
    private final Deque<Task> tasks;
    private final FutureTask<Boolean> rest;
    private boolean begun;

    /** One value. Several threads call, for one value one after the other. */
    interface Task {

        /** Whether it is still worth sending; asked when it is made ready and when it leaves. */
        boolean worth();

        AttackSender.Prepared prepare() throws InterruptedException;

        /** Whether it has to wait for what others come back with. */
        default boolean early() {
            return false;
        }

        /** Waits for that. */
        default void due() throws InterruptedException {}

        void look(AttackResult result);
    }

    private record Ready(Task task, AttackSender.Prepared prepared) {}

    private record Sent(Task task, AttackSender.InFlight inFlight) {}

    private PipelinedSender(
            AttackSender sender, int atOnce, List<Task> first, Callable<List<Task>> then) {
        this.sender = sender;
        this.atOnce = atOnce;
        this.tasks = new ArrayDeque<>(first);
        this.rest = new FutureTask<>(() -> add(then.call()));
    }

    static void all(AttackSender sender, int atOnce, List<Task> tasks) throws InterruptedException {
        if (!tasks.isEmpty()) {
            all(sender, atOnce, tasks, List::of);
        }
    }

    /** The same; {@code then} is asked once for more, while the last ones are on their way. */
    static void all(AttackSender sender, int atOnce, List<Task> first, Callable<List<Task>> then)
            throws InterruptedException {
        var pipeline = new PipelinedSender(sender, atOnce, first, then);
        // Everybody has one to send before anybody makes a second one ready.
        var begins = new ArrayList<Optional<Task>>();
        for (int i = 0; i < atOnce; i++) {
            begins.add(pipeline.poll());
        }
        new ParallelRunner<Optional<Task>>(sender, atOnce).all(begins, pipeline::lane);
    }

    private void lane(Optional<Task> first) throws InterruptedException {
        Optional<Sent> away = Optional.empty();
        Optional<Ready> ready = ready(first.isPresent() ? first : next());
        while (away.isPresent() || ready.isPresent()) {
            Optional<Sent> before = away;
            Optional<AttackSender.Completed> completed = Optional.empty();
            if (before.isPresent()) {
                completed = Optional.of(sender.await(before.get().inFlight()));
            }
            if (ready.isPresent() && ready.get().task().early()) {
                look(before, completed);
                completed = Optional.empty();
                ready.get().task().due();
            }
            away = ready.isPresent() ? sent(ready.get()) : Optional.empty();
            look(before, completed);
            ready = ready(next());
        }
    }

    private static void look(Optional<Sent> away, Optional<AttackSender.Completed> completed) {
        if (away.isPresent() && completed.isPresent()) {
            away.get().task().look(completed.get().result());
        }
    }

    private Optional<Ready> ready(Optional<Task> first) throws InterruptedException {
        Optional<Task> task = first;
        while (task.isPresent() && !sender.spent()) {
            if (task.get().worth()) {
                return Optional.of(new Ready(task.get(), task.get().prepare()));
            }
            task = next();
        }
        return Optional.empty();
    }

    private Optional<Sent> sent(Ready ready) throws InterruptedException {
        return ready.task().worth()
                ? sender.send(ready.prepared()).map(inFlight -> new Sent(ready.task(), inFlight))
                : Optional.empty();
    }

    private Optional<Task> next() throws InterruptedException {
        Optional<Task> next = poll();
        if (mayBegin()) {
            rest.run();
        }
        if (next.isPresent()) {
            return next;
        }
        try {
            rest.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the rest of the attack", e.getCause());
        }
        return poll();
    }

    private synchronized Optional<Task> poll() {
        return Optional.ofNullable(tasks.poll());
    }

    /** Once, early enough for the others to have something to send meanwhile. */
    private synchronized boolean mayBegin() {
        boolean now = !begun && tasks.size() <= 2 * atOnce;
        begun |= now;
        return now;
    }

    private synchronized boolean add(List<Task> more) {
        return tasks.addAll(more);
    }
}
