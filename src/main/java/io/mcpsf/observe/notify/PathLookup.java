package io.mcpsf.observe.notify;

import io.mcpsf.linux.Errno;
import io.mcpsf.linux.FileCalls;
import io.mcpsf.linux.FileCalls.Stat;
import io.mcpsf.observe.Hostile;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds where a path leads inside the sandbox, however it was written: relative, by descriptor,
 * through links, or through the magic links of /proc. Nothing is opened for its content, so looking
 * leaves no trace.
 */
final class PathLookup implements AutoCloseable {

    private static final int AT_FDCWD = FileCalls.AT_FDCWD;
    private static final byte[] CWD = Lineage.ascii("cwd");

    private final FileCalls files;
    private final int root;
    private final int ours;
    private final Walk walk;

    /**
     * @param root our descriptor of the sandbox's root folder; closed with this
     */
    PathLookup(FileCalls files, int root) {
        this.files = files;
        this.root = root;
        this.ours =
                files.open(
                        AT_FDCWD,
                        Lineage.ascii("/proc/self/fd"),
                        FileCalls.O_PATH | FileCalls.O_DIRECTORY);
        this.walk = new Walk(files, root, this::place);
    }

    /**
     * Where a path leads; {@code follow} says whether its last part is followed if it is a link.
     */
    ResolvedPath find(Task task, int folder, byte[] asked, boolean follow) {
        ResolvedPath place = resolve(task, folder, asked, follow);
        if (place.path().isEmpty()) {
            return place.at(Hostile.text(asked, FileCalls.PATH_MAX - 1));
        }
        // A reader of evidence cannot know which process is which inside: say whose folder it is.
        if (place.path().startsWith(task.ownFolder)) {
            String rest = place.path().substring(task.ownFolder.length());
            if (rest.isEmpty() || rest.charAt(0) == '/') {
                return place.at("/proc/self" + rest);
            }
        }
        return place;
    }

    private ResolvedPath resolve(Task task, int folder, byte[] asked, boolean follow) {
        if (asked.length == 0) {
            return ResolvedPath.missing("");
        }
        if (asked.length >= FileCalls.PATH_MAX) {
            return ResolvedPath.missing(Hostile.text(asked, FileCalls.PATH_MAX - 1));
        }
        return asked[0] == '/' ? quick(task, asked, follow) : relative(task, folder, asked, follow);
    }

    /**
     * From the folder itself, never from the name that the kernel prints for it: that name may be
     * gone, and lead somewhere else by now.
     */
    private ResolvedPath relative(Task task, int folder, byte[] asked, boolean follow) {
        int base = files.open(task.folder, anchor(folder), FileCalls.O_PATH);
        if (base < 0) {
            return ResolvedPath.missing(Hostile.text(asked));
        }
        int fd =
                files.openBelow(
                        base, asked, FileCalls.O_PATH | (follow ? 0 : FileCalls.O_NOFOLLOW));
        if (fd >= 0) {
            files.close(base);
            return taken(fd);
        }
        if (fd == -Errno.ENOENT && lastSlash(asked) < 0 && !files.exists(base, asked)) {
            ResolvedPath place = ResolvedPath.missing(below(name(base), asked));
            files.close(base);
            return place;
        }
        return walk.find(task, base, asked, follow);
    }

    /** What a descriptor of the sample leads to. */
    ResolvedPath held(Task task, int descriptor) {
        return held(task.folder, anchor(descriptor));
    }

    /** What a link of the kernel in a folder of /proc leads to. */
    ResolvedPath held(int folder, byte[] link) {
        int fd = files.open(folder, link, FileCalls.O_PATH);
        return fd < 0 ? ResolvedPath.missing("") : taken(fd);
    }

    /** The beginning of a file, or nothing when it cannot be read or is another by now. */
    byte[] head(ResolvedPath place, int most) {
        if (!place.found() || !place.stat().regular()) {
            return new byte[0];
        }
        byte[] path = place.path().getBytes(StandardCharsets.UTF_8);
        int fd = files.openInRoot(root, path, FileCalls.O_NONBLOCK | FileCalls.O_NOFOLLOW);
        if (fd < 0) {
            return new byte[0];
        }
        try {
            byte[] head = new byte[most];
            return place.same(files.stat(fd))
                    ? Arrays.copyOf(head, files.read(fd, head))
                    : new byte[0];
        } finally {
            files.close(fd);
        }
    }

    /** Opens a place without its content, for whoever wants to hold it; negative when it fails. */
    int open(byte[] absolute) {
        return files.openInRoot(root, absolute, FileCalls.O_PATH);
    }

    Stat stat(int fd) {
        return files.stat(fd);
    }

    void release(int fd) {
        files.close(fd);
    }

    @Override
    public void close() {
        files.close(ours);
        files.close(root);
    }

    private ResolvedPath quick(Task task, byte[] absolute, boolean follow) {
        int fd =
                files.openInRoot(
                        root, absolute, FileCalls.O_PATH | (follow ? 0 : FileCalls.O_NOFOLLOW));
        if (fd >= 0) {
            return taken(fd);
        }
        if (fd == -Errno.ENOENT) {
            int slash = lastSlash(absolute);
            byte[] last = Arrays.copyOfRange(absolute, slash + 1, absolute.length);
            if (last.length > 0 && last[0] != '.') {
                int folder =
                        files.openInRoot(
                                root,
                                Arrays.copyOf(absolute, slash + 1),
                                FileCalls.O_PATH | FileCalls.O_DIRECTORY);
                if (folder >= 0) {
                    try {
                        if (!files.exists(folder, last)) {
                            return ResolvedPath.missing(below(name(folder), last));
                        }
                    } finally {
                        files.close(folder);
                    }
                }
            }
        }
        return walk.find(task, -1, absolute, follow);
    }

    private ResolvedPath taken(int fd) {
        try {
            return place(fd);
        } finally {
            files.close(fd);
        }
    }

    /**
     * One of our descriptors by the path that the kernel writes for it, from the sandbox's root. It
     * is believed unless it ends in the kernel's remark: then whoever has that name is looked at.
     */
    private ResolvedPath place(int fd) {
        Stat stat = files.stat(fd);
        byte[] text = print(fd);
        String path = Hostile.text(text);
        if (text.length == 0) {
            return new ResolvedPath("", true, stat, ResolvedPath.Name.TOO_LONG);
        }
        if (!path.endsWith(ResolvedPath.GONE)) {
            return new ResolvedPath(path, true, stat, ResolvedPath.Name.THERE);
        }
        if (isAt(text, stat)) {
            return new ResolvedPath(path, true, stat, ResolvedPath.Name.MISLEADING);
        }
        String plain = path.substring(0, path.length() - ResolvedPath.GONE.length());
        boolean none = stat.links() == 0;
        return new ResolvedPath(
                plain, true, stat, none ? ResolvedPath.Name.REMOVED : ResolvedPath.Name.OTHER);
    }

    private boolean isAt(byte[] path, Stat stat) {
        int fd = files.openInRootWithoutLinks(root, path, FileCalls.O_PATH | FileCalls.O_NOFOLLOW);
        if (fd < 0) {
            return false;
        }
        try {
            Stat there = files.stat(fd);
            return there.device() == stat.device() && there.inode() == stat.inode();
        } finally {
            files.close(fd);
        }
    }

    private String name(int fd) {
        return place(fd).remarkedPath();
    }

    private byte[] print(int fd) {
        return files.readLink(ours, Integer.toString(fd).getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] anchor(int folder) {
        return folder == AT_FDCWD ? CWD : Lineage.ascii("fd/" + folder);
    }

    private static int lastSlash(byte[] path) {
        int at = path.length - 1;
        while (at >= 0 && path[at] != '/') {
            at--;
        }
        return at;
    }

    static String below(String folder, byte[] last) {
        return (folder.equals("/") ? "/" : folder + "/") + Hostile.text(last);
    }
}
