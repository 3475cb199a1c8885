package io.mcpsf.observe.seccheck;

import io.mcpsf.linux.ErrnoException;
import io.mcpsf.linux.FileCalls;
import io.mcpsf.linux.FileCalls.Stat;
import io.mcpsf.linux.Inotify;
import io.mcpsf.model.FileObservation.Act;
import io.mcpsf.observe.Hostile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is done to paths in the writable places, as the host's file system tells it: deleting,
 * moving, linking, modes, new folders. gVisor's story has no words for these. Folders are watched
 * up to a number; beyond it only the comparison at the end shows what changed.
 */
final class Acts implements AutoCloseable {

    private static final int WATCHED =
            Inotify.CREATE
                    | Inotify.DELETE
                    | Inotify.MOVED_FROM
                    | Inotify.MOVED_TO
                    | Inotify.ATTRIB;

    private static final int MOST_FOLDERS = 4096;
    private static final int MOST_FILES = 40_000;
    private static final int DEEPEST = 40;
    private static final int MODE = 07777;
    private static final byte[] HERE = {'.'};

    private final FileCalls files;
    private final Insides insides;
    private final Told teller;
    private final List<Deed> deeds = new ArrayList<>();
    private final Inotify inotify = new Inotify();
    private final Map<Integer, byte[]> folders = new HashMap<>();
    private final Map<Integer, byte[]> leaving = new LinkedHashMap<>();
    private final Set<String> unopened = new LinkedHashSet<>();
    private boolean overflowed;

    /** Hears of one act. */
    @FunctionalInterface
    interface Told {
        void acted(Act act, Insides.Spot spot, String to);
    }

    Acts(FileCalls files, Insides insides, Told told) {
        this.files = files;
        this.insides = insides;
        this.teller = told;
    }

    /** What was done, to be told when we know by whom. */
    private record Deed(Act act, Insides.Spot spot, String to) {}

    int fd() {
        return inotify.fd();
    }

    /** Whether the kernel had to forget some because we were slow. */
    boolean overflowed() {
        return overflowed;
    }

    /** Watches a writable place and all below it, as it is now. */
    void watch(byte[] place) {
        follow(place, 0, false);
    }

    /** Whether a file came into being a moment ago; it is told once. */
    boolean fresh(String path) {
        if (unopened.remove(path)) {
            return true;
        }
        // It may have been made while we read of what was before it.
        hear();
        return unopened.remove(path);
    }

    /** Tells what was heard. */
    void tell() {
        List<Deed> all = List.copyOf(deeds);
        deeds.clear();
        all.forEach(deed -> teller.acted(deed.act(), deed.spot(), deed.to()));
    }

    /** Hears what has happened until now, and keeps it until it is told. */
    void hear() {
        inotify.drainNamed(this::happened);
        if (!leaving.isEmpty()) {
            // The other half comes at once or never: moved to where nobody watches.
            leaving.values().forEach(path -> told(Act.RENAME, gone(path), ""));
            leaving.clear();
        }
    }

    @Override
    public void close() {
        inotify.close();
    }

    private void told(Act act, Insides.Spot spot, String to) {
        deeds.add(new Deed(act, spot, to));
    }

    private void happened(int watch, int what, int cookie, byte[] name) {
        overflowed |= (what & Inotify.OVERFLOW) != 0;
        byte[] folder = folders.get(watch);
        if (folder == null || name.length == 0) {
            return;
        }
        byte[] path = below(folder, name);
        if ((what & Inotify.CREATE) != 0) {
            created(path, 0);
        } else if ((what & Inotify.DELETE) != 0) {
            told(Act.DELETE, gone(path), "");
        } else if ((what & Inotify.MOVED_FROM) != 0) {
            leaving.put(cookie, path);
        } else if ((what & Inotify.MOVED_TO) != 0) {
            moved(cookie, path, (what & Inotify.IS_FOLDER) != 0);
        } else {
            attributes(path);
        }
    }

    private void created(byte[] path, int depth) {
        Insides.Spot spot = look(path);
        if (spot.folder()) {
            told(Act.MKDIR, spot, "");
            follow(path, depth, true);
        } else if (spot.seen() && spot.stat().link()) {
            told(Act.SYMLINK, spot, target(path));
        } else if (spot.seen() && spot.stat().regular()) {
            if (spot.stat().links() > 1) {
                told(Act.LINK, spot, spot.path());
            } else if (unopened.size() < MOST_FILES) {
                unopened.add(spot.path());
            }
        } else if (spot.seen()) {
            told(Act.MAKE_NODE, spot, "");
        } else if (unopened.size() < MOST_FILES) {
            unopened.add(Hostile.text(path)); // Gone again by now.
        }
    }

    private void moved(int cookie, byte[] to, boolean folder) {
        byte[] from = leaving.remove(cookie);
        String target = Hostile.text(to);
        if (from == null) {
            created(to, 0);
            return;
        }
        if (folder) {
            byte[] prefix = below(from, new byte[0]);
            folders.replaceAll(
                    (_, path) ->
                            Arrays.equals(path, from)
                                    ? to
                                    : startsWith(path, prefix)
                                            ? below(
                                                    to,
                                                    Arrays.copyOfRange(
                                                            path, prefix.length, path.length))
                                            : path);
        }
        Insides.Spot now = look(to);
        told(Act.RENAME, new Insides.Spot(Hostile.text(from), now.seen(), now.stat()), target);
    }

    /** gVisor itself sets the mode of what it makes: whether anybody asked is for others to say. */
    private void attributes(byte[] path) {
        Insides.Spot spot = look(path);
        if (spot.seen() && !spot.stat().link()) {
            told(Act.CHMOD, spot, "%04o".formatted(spot.stat().mode() & MODE));
        }
    }

    private void follow(byte[] path, int depth, boolean young) {
        if (folders.size() >= MOST_FOLDERS || depth > DEEPEST) {
            return;
        }
        int fd = insides.straight(path, FileCalls.O_DIRECTORY | FileCalls.O_NOFOLLOW);
        if (fd < 0) {
            return;
        }
        int readable = -1;
        try {
            folders.put(inotify.watch(fd, WATCHED), path);
            readable = files.open(fd, HERE, FileCalls.O_DIRECTORY);
            if (readable < 0) {
                return;
            }
            for (byte[] name : files.names(readable)) {
                byte[] entry = below(path, name);
                if (young) {
                    created(entry, depth + 1);
                } else {
                    Insides.Spot spot = look(entry);
                    if (spot.folder()) {
                        follow(entry, depth + 1, false);
                    }
                }
            }
        } catch (ErrnoException full) {
            return; // No more watches on this host: the comparison at the end remains.
        } finally {
            files.close(fd);
            if (readable >= 0) {
                files.close(readable);
            }
        }
    }

    private String target(byte[] path) {
        int fd = insides.straight(path, FileCalls.O_NOFOLLOW);
        if (fd < 0) {
            return "";
        }
        try {
            return Hostile.text(files.readLink(fd, new byte[0]), FileCalls.PATH_MAX);
        } finally {
            files.close(fd);
        }
    }

    /** The path is already straight: a folder that we know, and a name in it. */
    private Insides.Spot look(byte[] path) {
        int fd = insides.straight(path, FileCalls.O_NOFOLLOW);
        if (fd < 0) {
            return gone(path);
        }
        try {
            return new Insides.Spot(Hostile.text(path), true, files.stat(fd));
        } finally {
            files.close(fd);
        }
    }

    private static Insides.Spot gone(byte[] path) {
        return new Insides.Spot(Hostile.text(path), false, new Stat(0, 0, 0, 0, 0, 0));
    }

    private static boolean startsWith(byte[] path, byte[] prefix) {
        return path.length >= prefix.length
                && Arrays.equals(path, 0, prefix.length, prefix, 0, prefix.length);
    }

    private static byte[] below(byte[] folder, byte[] name) {
        byte[] both = Arrays.copyOf(folder, folder.length + 1 + name.length);
        both[folder.length] = '/';
        System.arraycopy(name, 0, both, folder.length + 1, name.length);
        return both;
    }
}
