package io.mcpsf.sandbox.host;

import io.mcpsf.os.Child;
import io.mcpsf.os.Command;
import io.mcpsf.sandbox.ExecutorException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * A user namespace in which the owner of a file of the host is the sandbox's user, for a mount that
 * maps ids. The kernel wants to see it in a process, which lives until this is closed.
 */
final class OwnerMapping implements AutoCloseable {

    private static final long PATIENCE_NANOS = 5_000_000_000L;
    private static final Path OURS = Path.of("/proc/self/ns/user");

    private final Optional<Child> holder;

    private OwnerMapping(Optional<Child> holder) {
        this.holder = holder;
    }

    static OwnerMapping of(Path host, UserMapping identity) throws IOException {
        if (!identity.ranged()) {
            // The sandbox's user is we ourselves: what is ours is its own.
            return new OwnerMapping(Optional.empty());
        }
        Child child = Command.of("unshare", "--user", "--", "cat").start();
        var mapping = new OwnerMapping(Optional.of(child));
        try {
            await(child);
            write(child, "uid_map", id(host, "unix:uid"), identity.outside());
            write(child, "gid_map", id(host, "unix:gid"), identity.outside());
            return mapping;
        } catch (IOException | RuntimeException e) {
            mapping.close();
            throw e;
        }
    }

    /** The namespace's file; an empty path when nothing is mapped. */
    Path namespace() {
        return holder.map(child -> proc(child).resolve("ns/user")).orElse(Path.of(""));
    }

    @Override
    public void close() {
        holder.ifPresent(Child::close);
    }

    private static void await(Child child) throws IOException {
        long end = System.nanoTime() + PATIENCE_NANOS;
        Path ours = Files.readSymbolicLink(OURS);
        while (Files.readSymbolicLink(proc(child).resolve("ns/user")).equals(ours)) {
            if (!child.alive() || System.nanoTime() - end > 0) {
                throw new ExecutorException("cannot make a user namespace to map owners with");
            }
            LockSupport.parkNanos(200_000);
        }
    }

    private static void write(Child child, String map, int inside, int outside) throws IOException {
        Files.writeString(proc(child).resolve(map), "%d %d 1\n".formatted(inside, outside));
    }

    private static int id(Path host, String attribute) throws IOException {
        return (Integer) Files.getAttribute(host, attribute);
    }

    private static Path proc(Child child) {
        return Path.of("/proc", Long.toString(child.pid()));
    }
}
