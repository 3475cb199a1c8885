package io.mcpsf.observe.seccheck;

import io.mcpsf.linux.Errno;
import io.mcpsf.linux.FileCalls;
import io.mcpsf.linux.FileCalls.Stat;
import io.mcpsf.observe.Hostile;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds where a path leads inside the sandbox, looked at from outside, a moment after the sample
 * went there. What only gVisor's kernel has, such as /proc, is told by its name alone.
 */
final class Insides implements AutoCloseable {

    private static final byte[] HERE = {'.'};
    private static final Stat NOTHING = new Stat(0, 0, 0, 0, 0, 0);
    private static final int LONGEST = 4000;

    /** The ways round through /proc that lead back to the root. */
    private static final Pattern ROUND =
            Pattern.compile("^/proc/(?:self|thread-self|\\d{1,7})(?:/task/\\d{1,7})?/root(?=/|$)");

    private static final Pattern FOLDER =
            Pattern.compile("^/proc/(?:self|thread-self|\\d{1,7})(?:/task/\\d{1,7})?/cwd(?=/|$)");

    private static final List<String> HOST = List.of("/usr/", "/bin/", "/sbin/", "/lib");

    private static final int MOST_ROUNDS = 16;

    private final FileCalls files;
    private final int ours;
    private int root = -1;
    private int programs = -1;
    private String prefix = "";

    /** The longest path first. */
    private final Map<String, Integer> places =
            new TreeMap<>(
                    Comparator.comparingInt(String::length)
                            .reversed()
                            .thenComparing(Comparator.naturalOrder()));

    /** A place: its path inside, and what is there, if anything that we can see. */
    record Spot(String path, boolean seen, Stat stat) {

        boolean folder() {
            return seen && stat.folder();
        }
    }

    /**
     * @param places the writable places and where the host has them: there they can be looked at
     *     longer than through the root, which goes with gVisor
     */
    Insides(FileCalls files, Map<String, Path> places) {
        this.files = files;
        places.forEach(
                (at, host) -> {
                    int fd = folder(files, host.toString());
                    if (fd >= 0) {
                        this.places.put(at, fd);
                    }
                });
        this.ours = folder(files, "/proc/self/fd");
    }

    /**
     * From now on links are followed from this root. A sandbox that is gone already leaves its
     * story to be read, by names alone.
     */
    void root(Path folder) {
        root = folder(files, folder.toString());
        // Programs and libraries are the host's own: their links lead to the same places there.
        programs = root < 0 ? folder(files, "/") : -1;
        String name = root < 0 ? "/" : name(root);
        prefix = name.equals("/") ? "" : name;
    }

    /**
     * @param group the process that asks, as it counts itself
     */
    Spot find(byte[] cwd, byte[] asked, int group, boolean follow) {
        if (asked.length == 0 || asked.length >= FileCalls.PATH_MAX) {
            return new Spot(Hostile.text(asked, FileCalls.PATH_MAX - 1), false, NOTHING);
        }
        byte[] absolute = asked[0] == '/' ? asked : join(cwd, asked);
        String text = new String(absolute, StandardCharsets.ISO_8859_1);
        if (text.startsWith("/proc/") || text.startsWith("/dev/") || text.startsWith("/sys/")) {
            text = straight(text, new String(cwd, StandardCharsets.ISO_8859_1));
            if (virtual(text)) {
                return new Spot(own(normal(text), group), false, NOTHING);
            }
        }
        return look(text.getBytes(StandardCharsets.ISO_8859_1), follow);
    }

    /** The paths of the writable places. */
    Set<String> places() {
        return Set.copyOf(places.keySet());
    }

    /** Opens a path without links in it, for its identity alone; negative when it fails. */
    int straight(byte[] path, int flags) {
        for (var place : places.entrySet()) {
            byte[] at = place.getKey().getBytes(StandardCharsets.UTF_8);
            boolean in =
                    path.length >= at.length
                            && Arrays.equals(path, 0, at.length, at, 0, at.length)
                            && (path.length == at.length || path[at.length] == '/');
            if (in) {
                byte[] rest =
                        path.length == at.length
                                ? HERE
                                : Arrays.copyOfRange(path, at.length + 1, path.length);
                return files.openInRoot(place.getValue(), rest, FileCalls.O_PATH | flags);
            }
        }
        return open(path, flags);
    }

    /** Opens a place for its identity alone; negative when it fails. */
    int open(byte[] path, int flags) {
        int base = root >= 0 ? root : ofHost(path) ? programs : -1;
        return base < 0 ? -Errno.ENOENT : files.openInRoot(base, path, FileCalls.O_PATH | flags);
    }

    @Override
    public void close() {
        for (int fd : new int[] {root, programs}) {
            if (fd >= 0) {
                files.close(fd);
            }
        }
        files.close(ours);
        places.values().forEach(files::close);
    }

    private static boolean ofHost(byte[] path) {
        String text = new String(path, StandardCharsets.ISO_8859_1);
        return HOST.stream().anyMatch(text::startsWith);
    }

    private Spot look(byte[] path, boolean follow) {
        int fd = open(path, follow ? 0 : FileCalls.O_NOFOLLOW);
        if (fd < 0) {
            fd = straight(path, FileCalls.O_NOFOLLOW);
            if (fd >= 0) {
                // Only seen from outside: gVisor is gone, or the last part is a link to nowhere.
                try {
                    String text = new String(path, StandardCharsets.ISO_8859_1);
                    byte[] plain = normal(text).getBytes(StandardCharsets.ISO_8859_1);
                    return new Spot(Hostile.text(plain), true, files.stat(fd));
                } finally {
                    files.close(fd);
                }
            }
        } else {
            try {
                return new Spot(inside(name(fd)), true, files.stat(fd));
            } finally {
                files.close(fd);
            }
        }
        if (fd == -Errno.ENOENT && path.length < LONGEST) {
            int slash = lastSlash(path);
            int folder = open(Arrays.copyOf(path, slash + 1), FileCalls.O_DIRECTORY);
            if (folder >= 0) {
                try {
                    String above = inside(name(folder));
                    byte[] last = Arrays.copyOfRange(path, slash + 1, path.length);
                    return new Spot(
                            (above.equals("/") ? "/" : above + "/") + Hostile.text(last),
                            false,
                            NOTHING);
                } finally {
                    files.close(folder);
                }
            }
        }
        String text = new String(path, StandardCharsets.ISO_8859_1);
        return new Spot(
                Hostile.text(normal(text).getBytes(StandardCharsets.ISO_8859_1)), false, NOTHING);
    }

    private String name(int fd) {
        return Hostile.text(
                files.readLink(ours, Integer.toString(fd).getBytes(StandardCharsets.US_ASCII)));
    }

    private String inside(String name) {
        String path = name.startsWith(prefix) ? name.substring(prefix.length()) : name;
        return path.isEmpty() ? "/" : path;
    }

    private static String straight(String path, String cwd) {
        String text = path;
        for (int i = 0; i < MOST_ROUNDS; i++) {
            Matcher root = ROUND.matcher(text);
            Matcher folder = FOLDER.matcher(text);
            if (root.find()) {
                text = text.substring(root.end());
            } else if (folder.find()) {
                text = cwd + text.substring(folder.end());
            } else {
                break;
            }
        }
        return text.isEmpty() ? "/" : text;
    }

    private static boolean virtual(String path) {
        return path.startsWith("/proc/")
                || path.startsWith("/sys/")
                || (path.startsWith("/dev/") && !path.startsWith("/dev/shm/"));
    }

    /** A reader of evidence cannot know which process is which inside: say whose folder it is. */
    private static String own(String path, int group) {
        String folder = "/proc/" + group;
        return path.equals(folder) || path.startsWith(folder + "/")
                ? "/proc/self" + path.substring(folder.length())
                : path;
    }

    private static String normal(String path) {
        // By hand: a path that Java cannot encode must not become an error.
        var parts = new ArrayDeque<String>();
        for (String part : path.split("/")) {
            if (part.equals("..")) {
                parts.pollLast();
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.addLast(part);
            }
        }
        return "/" + String.join("/", parts);
    }

    private static byte[] join(byte[] base, byte[] asked) {
        byte[] both = Arrays.copyOf(base, base.length + 1 + asked.length);
        both[base.length] = '/';
        System.arraycopy(asked, 0, both, base.length + 1, asked.length);
        return both;
    }

    private static int lastSlash(byte[] path) {
        int at = path.length - 1;
        while (at > 0 && path[at] != '/') {
            at--;
        }
        return at;
    }

    private static int folder(FileCalls files, String path) {
        return files.open(
                FileCalls.AT_FDCWD,
                path.getBytes(StandardCharsets.UTF_8),
                FileCalls.O_PATH | FileCalls.O_DIRECTORY);
    }
}
