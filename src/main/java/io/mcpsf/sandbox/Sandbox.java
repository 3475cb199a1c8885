package io.mcpsf.sandbox;

import io.mcpsf.model.Exit;
import io.mcpsf.os.TreeCopy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * One running sandbox. From {@link Executor#start} until {@link #close} its processes, mounts,
 * cgroups and folders exist; afterwards none of them does. Closing destroys this one and only this
 * one; twice is harmless.
 */
public interface Sandbox extends AutoCloseable {

    /** The program's three pipes. */
    Pipes pipes();

    /** The id of the first process, as the host counts. */
    long pid();

    /** The sandbox's root folder, as the host can look into it. Only while the sandbox lives. */
    default Path root() {
        return Path.of("/proc", Long.toString(pid()), "root");
    }

    /**
     * Whether its network is that of a kernel of its own. Else its ports are reached in the network
     * namespace of {@link #pid}.
     */
    default boolean ownNetwork() {
        return false;
    }

    /**
     * Connects a Unix socket that listens here to a port of the program's, where the network is its
     * own; throws {@link ExecutorException} when nobody listens there.
     */
    default void forward(int port, Path socket) throws InterruptedException {
        throw new ExecutorException("its network is the host's");
    }

    /** The host side of a scratch place, by its path inside. Only while the sandbox lives. */
    Path outside(String scratch);

    /**
     * Copies what is in a scratch place to a folder that is made, within bounds. Whoever wants one
     * moment of it freezes it first.
     */
    default void copy(String scratch, Path to, TreeCopy.Caps caps) throws IOException {
        LiveTree.copy(outside(scratch), to, caps);
    }

    /** How full a scratch place is, by its path inside; places share what is free. */
    default Space space(String scratch) {
        try {
            FileStore store = Files.getFileStore(outside(scratch));
            return new Space(
                    store.getTotalSpace() - store.getUnallocatedSpace(), store.getUsableSpace());
        } catch (IOException gone) {
            return new Space(0, Long.MAX_VALUE);
        }
    }

    /** Whether it is being closed, or was: what ends now ends by that. Ctrl-C closes it at once. */
    default boolean closing() {
        return false;
    }

    /**
     * Waits until the program ends by itself or is stopped by a limit; empty when it still runs
     * after that time.
     */
    Optional<Exit> await(Duration atMost) throws InterruptedException;

    /**
     * Lets nothing in it run any more, until it is thawed or closed; false when that cannot be done
     * here, or not for all of it within a moment.
     */
    default boolean freeze() {
        return false;
    }

    /** Lets what was frozen go on. */
    default void thaw() {}

    /** Bytes of memory in use at this moment; -1 when this host cannot count them. */
    default long memoryNow() {
        return -1;
    }

    /** What has been used so far. */
    Usage usage();

    @Override
    void close();

    /**
     * Standard input, output and error of the program. Closing the first is how a server is asked
     * to end.
     */
    record Pipes(OutputStream stdin, InputStream stdout, InputStream stderr) {}

    /** Bytes that are used, and bytes that are free. */
    record Space(long usedBytes, long freeBytes) {}

    /** Counters of the sandbox's cgroup; -1 for what this host cannot count. */
    record Usage(
            long cpuMillis,
            long memoryPeakBytes,
            long processesPeak,
            long forksRefused,
            long memoryKills) {}
}
