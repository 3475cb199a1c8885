package io.mcpsf.interrogate.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Sends many things, a few at once, in their order. */
final class Volley<T> {

    private final Gun gun;
    private final int atOnce;

    Volley(Gun gun, int atOnce) {
        this.gun = gun;
        this.atOnce = atOnce;
    }

    /** What is done with one of them. */
    @FunctionalInterface
    interface Shooter<T> {
        void shoot(T one) throws InterruptedException;
    }

    void all(List<T> things, Shooter<T> shooter) throws InterruptedException {
        var next = new AtomicInteger();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < atOnce; i++) {
                running.add(
                        threads.submit(
                                () -> {
                                    int index = next.getAndIncrement();
                                    while (index < things.size() && !gun.spent()) {
                                        shooter.shoot(things.get(index));
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
