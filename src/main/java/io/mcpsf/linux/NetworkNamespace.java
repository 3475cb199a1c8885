package io.mcpsf.linux;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/**
 * Work done inside another network namespace. A socket belongs to the namespace it was made in for
 * all its life, so only the making needs to happen there.
 */
public final class NetworkNamespace {

    private final Path path;

    public NetworkNamespace(Path path) {
        this.path = path;
    }

    /** Runs the body inside and waits for it. */
    public <T> T inside(Callable<T> body) throws InterruptedException {
        try {
            return beside(body).get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ErrnoException errno) {
                throw errno;
            }
            throw new IllegalStateException("inside " + path, e.getCause());
        }
    }

    /**
     * Runs the body on a thread of its own that has entered the namespace and ends afterwards; no
     * other thread ever changes its namespace. A virtual thread must not do this: its carrier would
     * stay behind in there.
     */
    public <T> Future<T> beside(Callable<T> body) {
        var task =
                new FutureTask<T>(
                        () -> {
                            NetCalls.enterNetwork(path.toString());
                            return body.call();
                        });
        Thread.ofPlatform().name("netns").daemon().start(task);
        return task;
    }
}
