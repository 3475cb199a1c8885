package io.mcpsf.run.code;

import io.mcpsf.exec.ExecutionLog.RefusedFile;
import io.mcpsf.linux.Users;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.run.tools.PrivacyGate;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The folder of a user that code works on: it gets a copy, and what it made or changed there comes
 * back by name. Nothing that the code made is followed, and nothing of the user's is deleted.
 */
final class Workspace {

    /** A data set in many parts; more is a flood. */
    private static final int MOST_FILES = 10_000;

    private static final int DEEPEST = 32;
    private static final Set<PosixFilePermission> PLAIN =
            PosixFilePermissions.fromString("rw-r--r--");
    private static final List<String> PARTS = List.of("data", "results");

    private final Path folder;
    private final Path seed;
    private final boolean kept;
    private final PrivacyGate privacy;

    private Workspace(Path folder, Path seed, boolean kept, PrivacyGate privacy) {
        this.folder = folder;
        this.seed = seed;
        this.kept = kept;
        this.privacy = privacy;
    }

    /** The same, with tokens in the place of personal data in what the code gets. */
    Workspace hiding(PrivacyGate gate, Path work, Consumer<String> note) throws IOException {
        return gate.hides()
                ? new Workspace(folder, HiddenCopy.of(folder, work, gate, note), kept, gate)
                : this;
    }

    /** The user's folder, or an empty one below {@code work} that nothing comes back from. */
    static Workspace of(Path given, Path work) throws IOException {
        boolean kept = !given.toString().isEmpty();
        Path folder = kept ? given.toAbsolutePath().normalize() : work.resolve("workspace");
        if (kept && !Files.isDirectory(folder)) {
            throw new UsageException(
                    "the workspace " + given + " is not a folder",
                    "code works on a copy of a folder",
                    "mkdir it, or leave --workspace out");
        }
        for (String part : PARTS) {
            Files.createDirectories(folder);
            if (!Files.exists(folder.resolve(part), LinkOption.NOFOLLOW_LINKS)) {
                own(Files.createDirectory(folder.resolve(part)), folder);
            }
        }
        return new Workspace(folder, folder, kept, PrivacyGate.none());
    }

    /** What the code's copy is made of. */
    Path seed() {
        return seed;
    }

    /** What came back, by its path in the workspace, and what did not. */
    record Returned(List<String> written, List<RefusedFile> refused) {}

    /**
     * Brings back what is new or changed in the copy, which nobody may be writing to any more; no
     * more than so many bytes.
     */
    Returned bringBack(Path hostileCopy, long mostBytes) throws IOException {
        var walk = new Walk(hostileCopy, mostBytes);
        if (kept) {
            Files.walkFileTree(hostileCopy, walk);
        }
        walk.written.sort(null);
        return new Returned(walk.written, walk.refused);
    }

    /** With the owner of what it lies in: whoever runs us may be root. */
    private static void own(Path made, Path like) throws IOException {
        Users.give(
                made,
                (int) Files.getAttribute(like, "unix:uid"),
                (int) Files.getAttribute(like, "unix:gid"));
    }

    private final class Walk extends SimpleFileVisitor<Path> {

        private final Path copy;
        private final List<String> written = new ArrayList<>();
        private final List<RefusedFile> refused = new ArrayList<>();
        private long left;

        Walk(Path copy, long left) {
            this.copy = copy;
            this.left = left;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path hostile, BasicFileAttributes attributes) {
            String name = copy.relativize(hostile).toString();
            if (!plain(name)) {
                return refuse(
                        name, "its name has control characters", FileVisitResult.SKIP_SUBTREE);
            }
            if (hostile.getNameCount() - copy.getNameCount() > DEEPEST) {
                return refuse(
                        name, "deeper than " + DEEPEST + " folders", FileVisitResult.SKIP_SUBTREE);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path hostile, BasicFileAttributes attributes)
                throws IOException {
            String name = copy.relativize(hostile).toString();
            if (written.size() + refused.size() >= MOST_FILES) {
                return refuse(name, "more than " + MOST_FILES, FileVisitResult.TERMINATE);
            }
            Path home = folder.resolve(name);
            if (unchanged(seed.resolve(name), attributes)) {
                return FileVisitResult.CONTINUE;
            }
            if (!attributes.isRegularFile()) {
                return refuse(
                        name,
                        attributes.isSymbolicLink() ? "a link" : "a device, pipe or socket",
                        FileVisitResult.CONTINUE);
            }
            if (!plain(name)) {
                return refuse(name, "its name has control characters", FileVisitResult.CONTINUE);
            }
            if (attributes.size() > left) {
                return refuse(name, "beyond the limit of the disk", FileVisitResult.CONTINUE);
            }
            if (!real(name)) {
                return refuse(
                        name, "a link of the workspace is in its way", FileVisitResult.CONTINUE);
            }
            if (replaced(home, name)) {
                return refuse(
                        name,
                        "it would replace personal data by tokens, or a file that was not shown",
                        FileVisitResult.CONTINUE);
            }
            left -= attributes.size();
            take(hostile, name);
            written.add(name);
            return FileVisitResult.CONTINUE;
        }

        /** Whether the user would lose what the code has never seen. */
        private boolean replaced(Path home, String name) throws IOException {
            if (!privacy.hides()
                    || privacy.authorizes(PrivacyGate.WORKSPACE)
                    || !Files.exists(home, LinkOption.NOFOLLOW_LINKS)) {
                return privacy.hides()
                        && Files.exists(home, LinkOption.NOFOLLOW_LINKS)
                        && !Files.exists(seed.resolve(name), LinkOption.NOFOLLOW_LINKS);
            }
            return !Files.exists(seed.resolve(name), LinkOption.NOFOLLOW_LINKS)
                    || Files.mismatch(home, seed.resolve(name)) >= 0;
        }

        private FileVisitResult refuse(String name, String why, FileVisitResult next) {
            refused.add(new RefusedFile(name, why));
            return next;
        }

        /** Copies keep the time of their originals; what hides a change by that stays behind. */
        private boolean unchanged(Path home, BasicFileAttributes now) throws IOException {
            if (!Files.exists(home, LinkOption.NOFOLLOW_LINKS)) {
                return false;
            }
            BasicFileAttributes before =
                    Files.readAttributes(
                            home, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (now.isSymbolicLink()) {
                return before.isSymbolicLink();
            }
            return before.isRegularFile()
                    && now.isRegularFile()
                    && before.size() == now.size()
                    && before.lastModifiedTime().equals(now.lastModifiedTime());
        }

        /** Whether the path on our side meets no link, and ends at a plain file or at nothing. */
        private boolean real(String name) {
            Path home = folder.resolve(name);
            return parents(name).stream()
                            .allMatch(
                                    at ->
                                            !Files.exists(at, LinkOption.NOFOLLOW_LINKS)
                                                    || Files.isDirectory(
                                                            at, LinkOption.NOFOLLOW_LINKS))
                    && (!Files.exists(home, LinkOption.NOFOLLOW_LINKS)
                            || Files.isRegularFile(home, LinkOption.NOFOLLOW_LINKS));
        }

        private void take(Path hostile, String name) throws IOException {
            List<Path> parents = parents(name);
            for (Path at : parents) {
                if (!Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
                    own(Files.createDirectory(at), folder);
                }
            }
            Path fresh = Files.createTempFile(parents.getLast(), ".mcpsf-", "");
            try {
                // The content alone: no mode of the code's, so nothing is executable or
                // set-user-id.
                Optional<String> text =
                        privacy.hides() ? HiddenCopy.text(hostile) : Optional.empty();
                if (text.isPresent()) {
                    Files.writeString(fresh, HiddenCopy.restored(text.get(), privacy));
                } else {
                    copy(hostile, fresh);
                }
                Files.setPosixFilePermissions(fresh, PLAIN);
                own(fresh, folder);
                Files.move(fresh, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(fresh);
            }
        }

        /** The workspace and the folders in it that lead to a file. */
        private List<Path> parents(String name) {
            var parents = new ArrayList<Path>(List.of(folder));
            Path path = Path.of(name);
            for (int i = 0; i < path.getNameCount() - 1; i++) {
                parents.add(parents.getLast().resolve(path.getName(i)));
            }
            return parents;
        }
    }

    private static void copy(Path hostile, Path fresh) throws IOException {
        try (InputStream in = Files.newInputStream(hostile, LinkOption.NOFOLLOW_LINKS);
                OutputStream out = Files.newOutputStream(fresh)) {
            in.transferTo(out);
        }
    }

    private static boolean plain(String hostileName) {
        return hostileName.codePoints().noneMatch(Character::isISOControl);
    }
}
