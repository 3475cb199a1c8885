package io.mcpsf.run;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Something that is made on a thread of its own while others work, and waited for when it is
 * needed.
 */
final class Ahead<T> {

    private final FutureTask<T> task;

    private Ahead(Callable<T> making) {
        task = new FutureTask<>(making);
    }

    static <T> Ahead<T> of(Callable<T> making) {
        var ahead = new Ahead<>(making);
        // Not a virtual thread: this is work for a processor, and few of those carry all that wait.
        Thread.ofPlatform().name("ahead").daemon().start(ahead.task);
        return ahead;
    }

    T get() throws InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException ours) {
                throw ours;
            }
            throw new IllegalStateException("what was made ahead failed", e.getCause());
        }
    }
}
