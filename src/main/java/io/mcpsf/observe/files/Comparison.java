package io.mcpsf.observe.files;

import io.mcpsf.linux.ErrnoException;
import io.mcpsf.linux.FileCalls;
import io.mcpsf.linux.FileCalls.Stat;
import io.mcpsf.model.FileObservation.Change;
import io.mcpsf.model.FileObservation.Content;
import io.mcpsf.model.FileObservation.FileChanged;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.observe.Hostile;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Walks two trees side by side, the one a place was filled from and the one it has become. The
 * second is hostile and may still be moving: every step is resolved below its root, no link is
 * followed, and nothing that could make us wait is opened.
 */
final class Comparison implements AutoCloseable {

    private static final int LOOK = FileCalls.O_PATH | FileCalls.O_NOFOLLOW;
    private static final byte[] TOP = {'.'};

    private final FileCalls files = new FileCalls();
    private final FilesSensor.Caps caps;
    private final Leavings leavings;
    private final Set<String> points;
    private final long beginNanos;
    private final HostileFileReader reading;
    private final long deadline;
    private long visited;
    private long reported;
    private long lost;

    /**
     * @param points paths inside that are places of their own, or were made to be mounted on
     * @param beginNanos what was last changed before then has not been changed by the sample
     */
    Comparison(FilesSensor.Caps caps, Leavings leavings, Set<String> points, long beginNanos) {
        this.caps = caps;
        this.leavings = leavings;
        this.points = Set.copyOf(points);
        this.beginNanos = beginNanos;
        this.reading = new HostileFileReader(files, caps);
        this.deadline = System.nanoTime() + caps.time().toNanos();
    }

    /** One place: its path inside, what it was filled from (maybe nothing), what it is now. */
    void compare(String inside, Path before, Path now) {
        int after = files.open(FileCalls.AT_FDCWD, bytes(now), FileCalls.O_PATH);
        if (after < 0) {
            throw new ErrnoException("open of " + inside, -after);
        }
        int seed =
                before.toString().isEmpty()
                        ? -1
                        : files.open(FileCalls.AT_FDCWD, bytes(before), FileCalls.O_PATH);
        try {
            new Pair(inside, seed, after).folder(TOP, 0);
        } finally {
            files.close(after);
            if (seed >= 0) {
                files.close(seed);
            }
        }
    }

    SenseHealth health() {
        long overlooked = lost + reading.skipped();
        long unsearched = leavings.unsearched();
        if (overlooked + unsearched == 0) {
            return SenseHealth.full(reported);
        }
        return SenseHealth.lossy(
                reported,
                overlooked + unsearched,
                overlooked > 0
                        ? "too many files, too deep folders or too large files to examine in time"
                        : "too much was left in shared folders to be searched for decoys");
    }

    @Override
    public void close() {
        files.close();
    }

    private static byte[] bytes(Path path) {
        return path.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The two trees of one place, by descriptors of their roots; a seed of -1 is empty. */
    private final class Pair {

        private final String inside;
        private final int seed;
        private final int after;

        Pair(String inside, int seed, int after) {
            this.inside = inside;
            this.seed = seed;
            this.after = after;
        }

        void folder(byte[] at, int depth) {
            if (depth > caps.depth()) {
                lost++;
                return;
            }
            created(at, depth);
            deleted(at);
        }

        private void created(byte[] at, int depth) {
            int fd = files.openInRoot(after, at, FileCalls.O_DIRECTORY | FileCalls.O_NOFOLLOW);
            if (fd < 0) {
                return;
            }
            Iterable<byte[]> names;
            try {
                names = files.names(fd);
            } finally {
                files.close(fd);
            }
            for (byte[] name : names) {
                if (++visited > caps.entries() || System.nanoTime() > deadline) {
                    lost++;
                    return;
                }
                entry(below(at, name), depth);
            }
        }

        private void entry(byte[] at, int depth) {
            int fd = files.openInRoot(after, at, LOOK);
            if (fd < 0) {
                // Gone in between, or a name too long for us to follow.
                lost++;
                return;
            }
            Stat now;
            try {
                now = files.stat(fd);
            } finally {
                files.close(fd);
            }
            String path = path(at);
            boolean place = points.contains(path);
            if (!place && now.changedNanos() >= beginNanos) {
                Stat was = was(at);
                if (was.inode() == 0) {
                    boolean leadsToPlace =
                            now.folder() && points.stream().anyMatch(p -> p.startsWith(path + "/"));
                    if (!leadsToPlace) {
                        report(path, Change.CREATED, now, at);
                    }
                } else if (differs(at, was, now)) {
                    report(path, Change.MODIFIED, now, at);
                }
            }
            if (now.folder() && !place) {
                folder(at, depth + 1);
            }
        }

        /** What was there at the beginning; inode 0 for nothing. */
        private Stat was(byte[] at) {
            int fd = seed < 0 ? -1 : files.openInRoot(seed, at, LOOK);
            if (fd < 0) {
                return new Stat(0, 0, 0, 0, 0, 0);
            }
            try {
                return files.stat(fd);
            } finally {
                files.close(fd);
            }
        }

        private boolean differs(byte[] at, Stat was, Stat now) {
            if (was.regular() && now.regular()) {
                return was.size() != now.size()
                        || (now.executable() && !was.executable())
                        || !reading.digest(seed, at).equals(reading.digest(after, at));
            }
            return was.regular() != now.regular()
                    || was.folder() != now.folder()
                    || was.link() != now.link();
        }

        private void deleted(byte[] at) {
            int fd =
                    seed < 0
                            ? -1
                            : files.openInRoot(
                                    seed, at, FileCalls.O_DIRECTORY | FileCalls.O_NOFOLLOW);
            if (fd < 0) {
                return;
            }
            Iterable<byte[]> names;
            try {
                names = files.names(fd);
            } finally {
                files.close(fd);
            }
            for (byte[] name : names) {
                byte[] path = below(at, name);
                int still = files.openInRoot(after, path, LOOK);
                if (still >= 0) {
                    files.close(still);
                } else if (copied(path)) {
                    report(path(path), Change.DELETED, new Stat(0, 0, 0, 0, 0, 0), path);
                }
            }
        }

        /** Links that lead out of a seed are not copied, nor is what is neither file nor folder. */
        private boolean copied(byte[] at) {
            Stat was = was(at);
            return was.regular() || was.folder();
        }

        private void report(String path, Change change, Stat now, byte[] at) {
            if (reported >= caps.changes()) {
                lost++;
                return;
            }
            reported++;
            Content content = Content.NOTHING;
            String digest = "";
            if (now.folder()) {
                content = Content.FOLDER;
            } else if (now.link()) {
                content = Content.LINK;
            } else if (now.regular()) {
                content = reading.content(after, at);
                digest = reading.digest(after, at);
            } else if (change != Change.DELETED) {
                content = Content.SPECIAL;
            }
            boolean executable = now.regular() && now.executable();
            leavings.saw(
                    new FileChanged(path, change, content, now.size(), digest, executable),
                    new Leavings.Inside() {
                        @Override
                        public long pieces(long most, Consumer<byte[]> each) {
                            return reading.pieces(after, at, most, each);
                        }

                        @Override
                        public byte[] link() {
                            return reading.link(after, at);
                        }
                    });
        }

        private String path(byte[] at) {
            return inside + "/" + Hostile.text(at);
        }
    }

    private static byte[] below(byte[] folder, byte[] name) {
        if (Arrays.equals(folder, TOP)) {
            return name;
        }
        byte[] both = Arrays.copyOf(folder, folder.length + 1 + name.length);
        both[folder.length] = '/';
        System.arraycopy(name, 0, both, folder.length + 1, name.length);
        return both;
    }
}
