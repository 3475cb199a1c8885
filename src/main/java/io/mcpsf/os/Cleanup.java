package io.mcpsf.os;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * A stack of things to undo. Closing runs them in reverse order, all of them, whatever fails; the
 * first failure is thrown with the others suppressed in it. {@link #release} hands the duty on: a
 * closed or released stack does nothing more.
 */
public final class Cleanup implements AutoCloseable {

    private final Deque<Undo> undos = new ArrayDeque<>();

    /** One thing to undo. */
    @FunctionalInterface
    public interface Undo {
        void run() throws Exception;
    }

    public synchronized void add(Undo undo) {
        undos.push(undo);
    }

    /** What was built stays: the duty to undo it moves to the stack that is returned. */
    public synchronized Cleanup release() {
        var heir = new Cleanup();
        heir.undos.addAll(undos);
        undos.clear();
        return heir;
    }

    @Override
    public void close() {
        IllegalStateException failure = null;
        for (var undo = next(); undo.isPresent(); undo = next()) {
            try {
                undo.get().run();
            } catch (Exception e) {
                if (e instanceof InterruptedException) {
                    Thread.currentThread().interrupt();
                }
                if (failure == null) {
                    failure = new IllegalStateException("clean-up: " + e.getMessage(), e);
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private synchronized Optional<Undo> next() {
        return Optional.ofNullable(undos.poll());
    }
}
