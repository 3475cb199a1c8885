package io.mcpsf.sandbox.host;

import io.mcpsf.linux.Processes;
import io.mcpsf.linux.Users;
import io.mcpsf.os.Cleanup;
import io.mcpsf.os.Trees;
import io.mcpsf.sandbox.ExecutorException;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The folder of everything that lives no longer than a sandbox. Each executor owns one folder in it
 * and holds a lock there for as long as its process lives, so that another process can tell the
 * living from the dead, also across process namespaces.
 */
public record StateRoot(Path path) {

    public static final String LOCK = "lock";
    private static final String UNFINISHED = ".new-";

    /** The root's own place in /run, else the user's runtime folder, else one in /tmp. */
    public static StateRoot here() {
        if (Users.effective() == 0 && Users.mapped(0, 65536)) {
            return new StateRoot(folder(Path.of("/run/mcpsf"), "rwx--x--x"));
        }
        String runtime = System.getenv("XDG_RUNTIME_DIR");
        Path base =
                runtime != null && Files.isWritable(Path.of(runtime))
                        ? Path.of(runtime, "mcpsf")
                        : Path.of("/tmp", ".mcpsf-" + hostUser());
        return new StateRoot(folder(base, "rwx------"));
    }

    /** What the names of all folders of this process begin with. */
    public static String prefix() {
        long pid = ProcessHandle.current().pid();
        return pid + "." + Processes.startedAt(pid) + "." + Processes.boot().substring(0, 7) + ".";
    }

    public Path slots() {
        return folder(path.resolve("slots"), "rwx------");
    }

    /** A locked folder of our own. Closing the cleanup gives the lock back and deletes it. */
    public Path own(Cleanup undo) {
        String name = prefix() + random(4);
        Path made = folder(path.resolve(UNFINISHED + name), "rwx--x--x");
        Path own = path.resolve(name);
        try {
            FileChannel channel =
                    FileChannel.open(
                            made.resolve(LOCK),
                            StandardOpenOption.CREATE_NEW,
                            StandardOpenOption.WRITE);
            undo.add(channel::close);
            channel.lock();
            undo.add(() -> Trees.delete(own));
            // Visible to a sweep only now that it is locked.
            Files.move(made, own);
            return own;
        } catch (IOException e) {
            throw new ExecutorException("cannot make " + own, e);
        }
    }

    public static boolean unfinished(Path folder) {
        return folder.getFileName() != null
                && folder.getFileName().toString().startsWith(UNFINISHED);
    }

    /** A name that says nothing. */
    public static String random(int bytes) {
        byte[] name = new byte[bytes];
        ThreadLocalRandom.current().nextBytes(name);
        return HexFormat.of().formatHex(name);
    }

    public static Path folder(Path path, String permissions) {
        try {
            if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectory(path);
            }
            Object owner = Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
            if (!owner.equals(Users.effective())) {
                throw new ExecutorException(path + " belongs to somebody else; remove it");
            }
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
            return path;
        } catch (IOException e) {
            throw new ExecutorException("cannot make " + path, e);
        }
    }

    private static String hostUser() {
        try {
            return Files.readString(Path.of("/proc/self/uid_map")).strip().split("\\s+")[1];
        } catch (IOException e) {
            return "user";
        }
    }
}
