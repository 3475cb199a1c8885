package io.mcpsf.run;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Something that is worked out on a thread of its own while the assessment does something else. The
 * work must touch nothing but memory: nobody waits for it when the assessment fails early.
 */
final class Ahead<T> {

    private final FutureTask<T> task;

    private Ahead(FutureTask<T> task) {
        this.task = task;
    }

    static <T> Ahead<T> of(String name, Callable<T> work) {
        var task = new FutureTask<>(work);
        // It is all computing, which would hold a carrier that those who wait for a server need.
        Thread.ofPlatform().daemon().name(name).start(task);
        return new Ahead<>(task);
    }

    /** What came of it; throws what the work threw. */
    T get() throws InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException ours -> throw ours;
                case Error ours -> throw ours;
                case null, default -> throw new IllegalStateException("working ahead failed", e);
            }
        }
    }
}
