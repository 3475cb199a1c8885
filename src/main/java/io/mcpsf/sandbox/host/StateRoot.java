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
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folder of everything that lives no longer than a sandbox. Each executor owns one folder in it
 * and holds a lock there for as long as its process lives, so that another process can tell the
 * living from the dead, also across process namespaces.
 */
public record StateRoot(Path path) {

    public static final String LOCK = "lock";
    private static final String UNFINISHED = ".new-";
    private static final String SLOTS = "slots";
    private static final Pattern PLAIN = Pattern.compile("tmp\\.[0-9a-f]{20}");
    private static final Set<PosixFilePermission> OURS =
            PosixFilePermissions.fromString("rwx------");

    /**
     * The root's own place in /run, else the user's runtime folder, else one of the user's in /tmp
     * under a name that nobody can take first.
     *
     * <p>In /run it is open to pass through, because the root of a sandbox has to reach its files
     * by a path and is another user to the host. Behind it each run folder lets that one in alone.
     */
    public static StateRoot here() {
        if (Users.effective() == 0 && Users.mapped(0, 65536)) {
            return new StateRoot(folder(Path.of("/run/mcpsf"), "rwx--x--x"));
        }
        String runtime = System.getenv().getOrDefault("XDG_RUNTIME_DIR", "");
        return new StateRoot(
                runtime.startsWith("/") && oursAlone(Path.of(runtime))
                        ? folder(Path.of(runtime, "mcpsf"), "rwx------")
                        : hidden(Path.of("/tmp")));
    }

    /** The folder of ours in there that holds a state, or a new one. */
    static Path hidden(Path common) {
        try {
            Optional<Path> known = known(common);
            if (known.isPresent()) {
                return known.get();
            }
            Path made =
                    Files.createDirectory(
                            common.resolve(plainName()),
                            PosixFilePermissions.asFileAttribute(
                                    PosixFilePermissions.fromString("rwx------")));
            folder(made.resolve(SLOTS), "rwx------");
            // Of two that were made at the same time all take the same one.
            return known(common).orElse(made);
        } catch (IOException e) {
            throw new ExecutorException("cannot create a folder in " + common, e);
        }
    }

    private static Optional<Path> known(Path common) throws IOException {
        try (Stream<Path> all = Files.list(common)) {
            return all.filter(path -> PLAIN.matcher(path.getFileName().toString()).matches())
                    .filter(StateRoot::oursAlone)
                    .filter(path -> Files.isDirectory(path.resolve(SLOTS)))
                    .sorted()
                    .findFirst();
        }
    }

    /** A folder, no link, that belongs to us and that nobody else may enter. */
    private static boolean oursAlone(Path path) {
        try {
            return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
                    && Files.getAttribute(path, "unix:uid").equals(Users.effective())
                    && Files.getPosixFilePermissions(path).equals(OURS);
        } catch (IOException e) {
            return false;
        }
    }

    /** What the names of all folders of this process begin with. */
    public static String prefix() {
        long pid = ProcessHandle.current().pid();
        return pid + "." + Processes.startedAt(pid) + "." + Processes.boot().substring(0, 7) + ".";
    }

    public Path slots() {
        return folder(path.resolve(SLOTS), "rwx------");
    }

    /** A locked folder of our own. Closing the cleanup gives the lock back and deletes it. */
    public Path own(Cleanup undo) {
        String name = prefix() + random(8);
        Path made = folder(path.resolve(UNFINISHED + name), "rwx--x--x");
        Path own = path.resolve(name);
        try {
            // A lock that others may open they could hold, and keep a sweep away.
            FileChannel channel =
                    FileChannel.open(
                            made.resolve(LOCK),
                            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                            PosixFilePermissions.asFileAttribute(
                                    PosixFilePermissions.fromString("rw-------")));
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
        new SecureRandom().nextBytes(name);
        return HexFormat.of().formatHex(name);
    }

    /** A name for a folder among those of others: nobody can guess it, and it names nobody. */
    static String plainName() {
        return "tmp." + random(10);
    }

    public static Path folder(Path path, String permissions) {
        try {
            if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectory(path);
            }
            Object owner = Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
            if (!owner.equals(Users.effective())) {
                throw new ExecutorException(path + " belongs to another user; remove it");
            }
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
            return path;
        } catch (IOException e) {
            throw new ExecutorException("cannot make " + path, e);
        }
    }
}
