package io.mcpsf.observe.notify;

import io.mcpsf.linux.FileCalls;
import io.mcpsf.linux.FileCalls.Stat;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.IntFunction;

/**
 * Follows a path part by part, as the kernel would for the caller. Needed where the kernel would
 * answer for us instead: {@code /proc/self} is the caller's own, and magic links lead where the
 * caller is.
 */
final class Walk {

    private static final int MOST_LINKS = 40;
    private static final int MOST_PARTS = 5000;
    private static final long PROC_ROOT_INODE = 1;

    private final FileCalls files;
    private final int root;
    private final IntFunction<ResolvedPath> place;
    private final Stat rootStat;
    private final long proc;

    Walk(FileCalls files, int root, IntFunction<ResolvedPath> place) {
        this.files = files;
        this.root = root;
        this.place = place;
        this.rootStat = files.stat(root);
        int fd = files.openInRoot(root, Lineage.ascii("/proc"), FileCalls.O_PATH);
        this.proc = fd < 0 ? -1 : files.stat(fd).device();
        if (fd >= 0) {
            files.close(fd);
        }
    }

    /**
     * @param base where to begin, closed here; negative for the root
     */
    ResolvedPath find(Task task, int base, byte[] path, boolean follow) {
        Deque<byte[]> parts = new ArrayDeque<>();
        push(parts, path);
        int at = base >= 0 && path[0] != '/' ? base : again(root);
        if (at != base && base >= 0) {
            files.close(base);
        }
        int links = 0;
        int steps = 0;
        try {
            while (!parts.isEmpty() && steps++ < MOST_PARTS) {
                byte[] part = parts.pop();
                if (is(part, ".")) {
                    continue;
                }
                Stat here = files.stat(at);
                boolean inProc = here.device() == proc;
                if (inProc && here.inode() == PROC_ROOT_INODE && own(task, part, parts)) {
                    continue;
                }
                if (is(part, "..") && same(here, rootStat)) {
                    continue;
                }
                int next = files.open(at, part, FileCalls.O_PATH | FileCalls.O_NOFOLLOW);
                if (next < 0) {
                    return missing(at, part, parts);
                }
                if (files.stat(next).link() && (follow || !parts.isEmpty())) {
                    files.close(next);
                    if (++links > MOST_LINKS) {
                        return missing(at, part, parts);
                    }
                    if (inProc && here.inode() != PROC_ROOT_INODE) {
                        next = files.open(at, part, FileCalls.O_PATH);
                        if (next < 0) {
                            return missing(at, part, parts);
                        }
                    } else {
                        byte[] target = files.readLink(at, part);
                        push(parts, target);
                        next = again(target.length > 0 && target[0] == '/' ? root : at);
                    }
                }
                files.close(at);
                at = next;
            }
            return place.apply(at);
        } finally {
            files.close(at);
        }
    }

    /** What the kernel would put for the caller's own folder in /proc. */
    private static boolean own(Task task, byte[] part, Deque<byte[]> parts) {
        if (is(part, "self")) {
            parts.push(Lineage.ascii(Integer.toString(task.insideProcess)));
            return true;
        }
        if (is(part, "thread-self")) {
            parts.push(Lineage.ascii(Integer.toString(task.insideThread)));
            parts.push(Lineage.ascii("task"));
            parts.push(Lineage.ascii(Integer.toString(task.insideProcess)));
            return true;
        }
        return false;
    }

    private ResolvedPath missing(int at, byte[] part, Deque<byte[]> rest) {
        String path = PathLookup.below(place.apply(at).remarkedPath(), part);
        for (byte[] more : rest) {
            path = PathLookup.below(path, more);
        }
        return ResolvedPath.missing(path);
    }

    private int again(int fd) {
        return files.open(fd, Lineage.ascii("."), FileCalls.O_PATH);
    }

    /** Puts the parts of a path before those that are still to do. */
    private static void push(Deque<byte[]> parts, byte[] path) {
        int end = path.length;
        for (int i = path.length - 1; i >= -1; i--) {
            if (i < 0 || path[i] == '/') {
                if (end - i > 1) {
                    parts.push(Arrays.copyOfRange(path, i + 1, end));
                }
                end = i;
            }
        }
    }

    private static boolean same(Stat one, Stat other) {
        return one.device() == other.device() && one.inode() == other.inode();
    }

    private static boolean is(byte[] part, String word) {
        return Arrays.equals(part, Lineage.ascii(word));
    }
}
