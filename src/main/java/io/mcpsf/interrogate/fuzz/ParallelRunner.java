package io.mcpsf.interrogate.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Sends many things, a few at once, in their order. */
final class ParallelRunner<T> {

    private final AttackSender sender;
    private final int atOnce;

    ParallelRunner(AttackSender sender, int atOnce) {
        this.sender = sender;
        this.atOnce = atOnce;
    }

    /** What is done with one of them. */
    @FunctionalInterface
    interface Action<T> {
        void run(T one) throws InterruptedException;
    }

    void all(List<T> things, Action<T> action) throws InterruptedException {
        var next = new AtomicInteger();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < atOnce; i++) {
                running.add(
                        threads.submit(
                                () -> {
                                    int index = next.getAndIncrement();
                                    while (index < things.size() && !sender.spent()) {
                                        action.run(things.get(index));
                                        index = next.getAndIncrement();
                                    }
                                    return index;
                                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("the attack failed", e.getCause());
        }
    }
}
