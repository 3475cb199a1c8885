package io.mcpsf.sandbox;

import io.mcpsf.linux.FileCalls;
import io.mcpsf.linux.FileCalls.Stat;
import io.mcpsf.os.TreeCopy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/**
 * Copies a tree whose owner is still at work in it. Between our look at a path and our opening it
 * the sample may put a link in the place of a folder, which for us leads to files of the host. So
 * each step is taken from the folder before it, by descriptor, and no link is followed. What is
 * neither file nor folder nor link, or has a name that this machine can't write, is left out.
 *
 * <p>What we put there ourselves and nobody changed is taken from where we have it: many of these
 * files are decoys, and where the kernel does not say who opened one, it would be the sample.
 */
public final class LiveTree {

    private static final int FOLDER = FileCalls.O_DIRECTORY | FileCalls.O_NOFOLLOW;

    /** A pipe in the place of a file would keep us waiting for its other end. */
    private static final int FILE = FileCalls.O_NOFOLLOW | FileCalls.O_NONBLOCK;

    /** Nothing can lie below it. */
    private static final Path NOTHING = Path.of("/dev/null");

    private static final PosixFilePermission[] BITS = {
        PosixFilePermission.OTHERS_EXECUTE,
        PosixFilePermission.OTHERS_WRITE,
        PosixFilePermission.OTHERS_READ,
        PosixFilePermission.GROUP_EXECUTE,
        PosixFilePermission.GROUP_WRITE,
        PosixFilePermission.GROUP_READ,
        PosixFilePermission.OWNER_EXECUTE
    };

    private final FileCalls files;
    private final TreeCopy.Caps caps;
    private final byte[] buffer = new byte[64 << 10];
    private long entries;
    private long bytes;

    private LiveTree(FileCalls files, TreeCopy.Caps caps) {
        this.files = files;
        this.caps = caps;
    }

    /** Copies the folder {@code from}, a place of a sandbox, to {@code to}, which is made. */
    public static void copy(Path from, Path to, TreeCopy.Caps caps) throws IOException {
        copy(from, to, caps, NOTHING);
    }

    /** The same for a place that was made of the tree {@code ours}. */
    public static void copy(Path from, Path to, TreeCopy.Caps caps, Path ours) throws IOException {
        try (var files = new FileCalls()) {
            byte[] at = from.toString().getBytes(StandardCharsets.UTF_8);
            int root = files.open(FileCalls.AT_FDCWD, at, FOLDER);
            if (root < 0) {
                throw new IOException("cannot open " + from + ": error " + -root);
            }
            try {
                new LiveTree(files, caps).folder(root, to, ours, 0);
            } finally {
                files.close(root);
            }
        }
    }

    private void folder(int fd, Path to, Path ours, int depth) throws IOException {
        if (depth > caps.depth()) {
            throw new TreeCopy.RefusedException("deeper than " + caps.depth());
        }
        Files.createDirectory(to);
        for (byte[] name : files.names(fd)) {
            if (++entries > caps.entries()) {
                throw new TreeCopy.RefusedException("more than " + caps.entries() + " entries");
            }
            entry(fd, name, to, ours, depth);
        }
        dress(fd, to, files.stat(fd));
    }

    private void entry(int folder, byte[] name, Path to, Path ours, int depth) throws IOException {
        Path copy;
        Path made;
        try {
            copy = to.resolve(text(name));
            made = ours.resolve(text(name));
        } catch (CharacterCodingException | InvalidPathException e) {
            return;
        }
        int look = files.openBelow(folder, name, FileCalls.O_PATH | FileCalls.O_NOFOLLOW);
        if (look < 0) {
            return; // Gone in between.
        }
        Stat seen;
        boolean unchanged;
        try {
            seen = files.stat(look);
            unchanged = seen.regular() && unchanged(look, seen, made);
        } finally {
            files.close(look);
        }
        if (unchanged) {
            count(seen.size());
            Files.copy(made, copy, StandardCopyOption.COPY_ATTRIBUTES);
        } else if (seen.link()) {
            link(folder, name, copy);
        } else if (seen.folder() || seen.regular()) {
            int fd = files.openBelow(folder, name, seen.folder() ? FOLDER : FILE);
            if (fd < 0) {
                return; // Something else by now.
            }
            try {
                if (seen.folder()) {
                    folder(fd, copy, made, depth + 1);
                } else {
                    file(fd, copy);
                }
            } finally {
                files.close(fd);
            }
        }
    }

    /** By size and age, which are seen without opening it. */
    private static boolean unchanged(int look, Stat seen, Path made) throws IOException {
        return Files.isRegularFile(made, LinkOption.NOFOLLOW_LINKS)
                && Files.size(made) == seen.size()
                && Files.getLastModifiedTime(made).equals(age(look));
    }

    private void count(long more) throws IOException {
        bytes += more;
        if (bytes > caps.bytes()) {
            throw new TreeCopy.RefusedException("more than " + caps.bytes() + " bytes");
        }
    }

    /** As it is: only ever followed inside of a sandbox. */
    private void link(int folder, byte[] name, Path copy) throws IOException {
        byte[] aim = files.readLink(folder, name);
        try {
            if (aim.length > 0) {
                Files.createSymbolicLink(copy, Path.of(text(aim)));
            }
        } catch (CharacterCodingException | InvalidPathException e) {
            return;
        }
    }

    private void file(int fd, Path copy) throws IOException {
        Stat stat = files.stat(fd);
        if (!stat.regular()) {
            return;
        }
        long left = stat.size(); // What it grows by meanwhile is not copied.
        count(left);
        try (OutputStream out = Files.newOutputStream(copy, StandardOpenOption.CREATE_NEW)) {
            while (left > 0) {
                int got = files.read(fd, buffer);
                if (got == 0) {
                    break;
                }
                int taken = (int) Math.min(got, left);
                out.write(buffer, 0, taken);
                left -= taken;
            }
        }
        dress(fd, copy, stat);
    }

    /** The plain permissions and the age of what is open. */
    private static void dress(int fd, Path copy, Stat stat) throws IOException {
        Set<PosixFilePermission> permissions =
                EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
        for (int i = 0; i < BITS.length; i++) {
            if ((stat.mode() & (1 << i)) != 0) {
                permissions.add(BITS[i]);
            }
        }
        if (stat.folder()) {
            permissions.add(PosixFilePermission.OWNER_EXECUTE);
        }
        Files.setPosixFilePermissions(copy, permissions);
        Files.setLastModifiedTime(copy, age(fd));
    }

    private static FileTime age(int fd) throws IOException {
        return Files.getLastModifiedTime(Path.of("/proc/self/fd", Integer.toString(fd)));
    }

    private static String text(byte[] hostile) throws CharacterCodingException {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(hostile)).toString();
    }
}
