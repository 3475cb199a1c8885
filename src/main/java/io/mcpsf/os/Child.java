package io.mcpsf.os;

import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A child process of ours with raw pipes. Closing it kills it and all its descendants. */
public final class Child implements AutoCloseable {

    private final Process process;

    Child(Process process) {
        this.process = process;
    }

    public long pid() {
        return process.pid();
    }

    public OutputStream stdin() {
        return process.getOutputStream();
    }

    public InputStream stdout() {
        return process.getInputStream();
    }

    public InputStream stderr() {
        return process.getErrorStream();
    }

    /** What it has taken of the processor since its start; nothing once it has ended. */
    public Duration coreTime() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    public boolean alive() {
        return process.isAlive();
    }

    /** Its exit code; only after its end. */
    public int code() {
        return process.exitValue();
    }

    public int await() throws InterruptedException {
        return process.waitFor();
    }

    /** True when it ended within that time. */
    public boolean await(Duration atMost) throws InterruptedException {
        return process.waitFor(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Completed with the exit code when it ends. */
    public CompletableFuture<Integer> ended() {
        return process.onExit().thenApply(Process::exitValue);
    }

    /** Kills it alone. */
    public void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        killTree();
    }

    /** Kills it and all its descendants. */
    public void killTree() {
        // A dead parent's children are nobody's descendants, and looking for them costs
        // milliseconds.
        if (!process.isAlive()) {
            return;
        }
        List<ProcessHandle> descendants = process.descendants().toList();
        process.destroyForcibly();
        descendants.forEach(ProcessHandle::destroyForcibly);
    }
}
