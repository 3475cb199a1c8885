package io.mcpsf.observe;

import io.mcpsf.linux.EventFd;
import io.mcpsf.model.SenseHealth;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The thread of a watch and how it ends: a bell wakes it, and a file that it sees being opened
 * marks the end in its place among all events. It has a folder for what the other side needs.
 */
public final class WatchThread {

    private static final long PATIENCE_MILLIS = 5_000;

    private final String name;
    private final Path folder;
    private final EventFd bell = new EventFd();
    private final CountDownLatch quiet = new CountDownLatch(1);
    private final Thread thread;
    private volatile boolean ending;
    private volatile boolean stopping;
    private volatile String blind;
    private boolean closed;

    /** What a watch does until it is told to stop. */
    @FunctionalInterface
    public interface Body {
        void run() throws Exception;
    }

    /** Begins when it is started; {@code blind} says why nothing is seen until it sees. */
    public WatchThread(String name, Path work, String blind, Body body) {
        this.name = name;
        this.blind = blind;
        try {
            // Made for our user alone; nobody else may hand us or tell us anything.
            folder = Files.createTempDirectory(work, "");
            Files.createFile(endMark());
        } catch (IOException e) {
            throw new UncheckedIOException("a folder for the " + name, e);
        }
        // Native calls that wait would pin a virtual thread's carrier.
        thread = Thread.ofPlatform().name("mcpsf-" + name).daemon().unstarted(() -> run(body));
    }

    public void start() {
        thread.start();
    }

    /** All files in it are removed at the end. */
    public Path folder() {
        return folder;
    }

    /** The file that is opened by us, and nobody else, when the end has come. */
    public Path endMark() {
        return folder.resolve("end");
    }

    /** Wakes whoever polls it. */
    public EventFd bell() {
        return bell;
    }

    /** From now on it sees. */
    public void seeing() {
        blind = "";
    }

    public boolean isEnding() {
        return ending;
    }

    public boolean isStopping() {
        return stopping;
    }

    /** Called by the thread: from now on our own side may open decoys without being reported. */
    public void quieted() {
        quiet.countDown();
    }

    /** Returns when it is quiet, or seems never to be. */
    public void end() {
        ending = true;
        try {
            Files.readAllBytes(endMark());
        } catch (IOException e) {
            throw new UncheckedIOException("marking the end of a run", e);
        }
        bell.wake();
        try {
            if (thread.isAlive()) {
                quiet.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops it and then closes what it used; a second time does nothing. */
    public synchronized void close(List<Runnable> used) {
        if (closed) {
            return;
        }
        closed = true;
        stopping = true;
        bell.wake();
        try {
            thread.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            // Its descriptors are still in use: better to leak two than to close another's.
            blind = "the " + name + " did not stop";
            return;
        }
        bell.close();
        used.forEach(Runnable::run);
        removeFolder();
    }

    /** Blindness comes before anything that was counted. */
    public SenseHealth health(Supplier<SenseHealth> counted) {
        return blind.isEmpty() ? counted.get() : SenseHealth.blind(blind);
    }

    private void run(Body body) {
        try {
            body.run();
        } catch (Throwable t) {
            // Nobody is left who could act on it: it shows as blindness in the report.
            blind = "the " + name + " failed: " + t;
        } finally {
            quiet.countDown();
        }
    }

    private void removeFolder() {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("removing " + folder, e);
        }
    }
}
