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
final class Paths implements AutoCloseable {

    private static final int AT_FDCWD = FileCalls.AT_FDCWD;
    private static final byte[] CWD = Lineage.ascii("cwd");

    private final FileCalls files;
    private final int root;
    private final int ours;
    private final Walk walk;

    /**
     * @param root our descriptor of the sandbox's root folder; closed with this
     */
    Paths(FileCalls files, int root) {
        this.files = files;
        this.root = root;
        this.ours =
                files.open(
                        AT_FDCWD,
                        Lineage.ascii("/proc/self/fd"),
                        FileCalls.O_PATH | FileCalls.O_DIRECTORY);
        this.walk = new Walk(files, root, this::name);
    }

    /**
     * Where a path leads; {@code follow} says whether its last part is followed if it is a link.
     */
    Place find(Task task, int folder, byte[] asked, boolean follow) {
        Place place = resolve(task, folder, asked, follow);
        // A reader of evidence cannot know which process is which inside: say whose folder it is.
        if (place.path().startsWith(task.ownFolder)) {
            String rest = place.path().substring(task.ownFolder.length());
            if (rest.isEmpty() || rest.charAt(0) == '/') {
                return new Place("/proc/self" + rest, place.found(), place.stat());
            }
        }
        return place;
    }

    private Place resolve(Task task, int folder, byte[] asked, boolean follow) {
        if (asked.length == 0) {
            return Place.missing("");
        }
        if (asked.length >= FileCalls.PATH_MAX) {
            return Place.missing(Hostile.text(asked, FileCalls.PATH_MAX - 1));
        }
        if (asked[0] == '/') {
            return quick(task, asked, follow);
        }
        byte[] base = files.readLink(task.folder, anchor(folder));
        if (base.length == 0 || base[0] != '/' || base.length + asked.length > 4000) {
            return slow(task, folder, asked, follow);
        }
        return quick(task, join(base, asked), follow);
    }

    /** What a descriptor of the sample leads to. */
    Place held(Task task, int descriptor) {
        int fd = files.open(task.folder, anchor(descriptor), FileCalls.O_PATH);
        if (fd < 0) {
            return Place.missing("");
        }
        return taken(fd);
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

    private Place quick(Task task, byte[] absolute, boolean follow) {
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
                            return Place.missing(below(name(folder), last));
                        }
                    } finally {
                        files.close(folder);
                    }
                }
            }
        }
        return walk.find(task, -1, absolute, follow);
    }

    private Place slow(Task task, int folder, byte[] asked, boolean follow) {
        int base = files.open(task.folder, anchor(folder), FileCalls.O_PATH);
        if (base < 0) {
            return Place.missing(Hostile.text(asked));
        }
        return walk.find(task, base, asked, follow);
    }

    private Place taken(int fd) {
        try {
            return new Place(name(fd), true, files.stat(fd));
        } finally {
            files.close(fd);
        }
    }

    /** The path of one of our descriptors. The kernel writes it from the sandbox's root. */
    private String name(int fd) {
        return Hostile.text(
                files.readLink(ours, Integer.toString(fd).getBytes(StandardCharsets.US_ASCII)));
    }

    private static byte[] anchor(int folder) {
        return folder == AT_FDCWD ? CWD : Lineage.ascii("fd/" + folder);
    }

    private static byte[] join(byte[] base, byte[] asked) {
        byte[] both = Arrays.copyOf(base, base.length + 1 + asked.length);
        both[base.length] = '/';
        System.arraycopy(asked, 0, both, base.length + 1, asked.length);
        return both;
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
