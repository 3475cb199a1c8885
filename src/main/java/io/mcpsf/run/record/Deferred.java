package io.mcpsf.run.record;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Something that is made on a thread of its own while others work, and waited for when it is
 * needed.
 */
public final class Deferred<T> {

    private final FutureTask<T> task;

    private Deferred(Callable<T> making) {
        task = new FutureTask<>(making);
    }

    public static <T> Deferred<T> of(Callable<T> making) {
        var deferred = new Deferred<>(making);
        // Not a virtual thread: this is work for a processor, and few of those carry all that wait.
        Thread.ofPlatform().name("ahead").daemon().start(deferred.task);
        return deferred;
    }

    /** As {@link #get()}, or nothing when it takes longer than that. */
    public Optional<T> get(Duration atMost) throws InterruptedException {
        try {
            task.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
            return Optional.of(get());
        } catch (TimeoutException late) {
            task.cancel(true);
            return Optional.empty();
        } catch (ExecutionException e) {
            return Optional.of(get());
        }
    }

    public T get() throws InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException ours) {
                throw ours;
            }
            throw new IllegalStateException("what was made ahead failed", e.getCause());
        }
    }

    /** Waits for the end whatever happens: what was made, or nothing when that failed. */
    public Optional<T> leftover() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return Optional.of(task.get());
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    return Optional.empty();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
