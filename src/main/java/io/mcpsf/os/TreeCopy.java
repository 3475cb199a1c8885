package io.mcpsf.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Copies a hostile tree, within bounds. Links are copied as links and never followed, also when
 * somebody puts one in the place of a folder meanwhile: each step is taken from the open folder
 * before it. A link that leads out of the tree is left out and counted. Devices, pipes and sockets
 * are refused. Only the nine plain permission bits survive, and the owner may always read and write
 * (and enter).
 */
public final class TreeCopy {

    private TreeCopy() {}

    /** What a tree may hold at most. */
    public record Caps(long entries, long bytes, int depth) {

        /** A large project with all its dependencies. */
        public static Caps usual() {
            return new Caps(400_000, 2L << 30, 64);
        }
    }

    /** What becomes of links that lead out of the tree. */
    public enum OutsideLinks {
        LEFT_OUT,
        /**
         * Copied as they are: for trees that are only ever looked at from inside a sandbox, where
         * {@code /usr/bin/python3} is the sandbox's own.
         */
        KEPT
    }

    /** What was copied, and how many links were left out because they lead outside. */
    public record Counts(long files, long folders, long links, long outsideLinks, long bytes) {}

    /** What was copied, file by file, in no order. */
    public record Copied(Counts counts, List<TreeEntry> entries) {
        public Copied {
            entries = List.copyOf(entries);
        }
    }

    /** The tree is more or other than what may be copied; the message says what and where. */
    public static final class RefusedException extends IOException {
        public RefusedException(String message) {
            super(message);
        }
    }

    /**
     * Copies {@code from} (a folder or one file) to {@code to}, which is made when it is missing.
     */
    public static Counts copy(Path from, Path to, Caps caps) throws IOException {
        return copy(from, to, caps, Set.of());
    }

    /** Copies all but the entries directly in {@code from} that have one of these names. */
    public static Counts copy(Path from, Path to, Caps caps, Set<String> leftOut)
            throws IOException {
        return run(below(from), to, new Manner(caps, leftOut, OutsideLinks.LEFT_OUT, false))
                .counts();
    }

    /**
     * The same for a place that others may write to: {@code from} is a real path, in which no link
     * is followed. A digest of every file is taken on the way.
     */
    public static Copied digest(Path from, Path to, Caps caps, Set<String> leftOut)
            throws IOException {
        return run(from, to, new Manner(caps, leftOut, OutsideLinks.LEFT_OUT, true));
    }

    public static Counts copy(Path from, Path to, Caps caps, OutsideLinks outside)
            throws IOException {
        return run(below(from), to, new Manner(caps, Set.of(), outside, false)).counts();
    }

    /** The way to a place of our own may lead through links. */
    private static Path below(Path from) throws IOException {
        Path start = from.toAbsolutePath().normalize();
        Path parent = start.getParent();
        return parent == null ? start : parent.toRealPath().resolve(start.getFileName());
    }

    private record Manner(Caps caps, Set<String> leftOut, OutsideLinks outside, boolean digest) {}

    private static Copied run(Path from, Path to, Manner manner) throws IOException {
        try (var files = new FileCopies(manner.digest())) {
            var copying = new Copying(from, to, manner, files);
            Path parent = from.getParent();
            if (parent != null && !Files.isDirectory(from, LinkOption.NOFOLLOW_LINKS)) {
                try (var above = OpenFolder.of(parent)) {
                    copying.entry(above, from);
                }
            } else {
                try (var folder = OpenFolder.of(from)) {
                    copying.folder(folder, from);
                }
            }
            List<TreeEntry> entries = new ArrayList<>(files.finish());
            entries.addAll(copying.linked);
            // Last, as every file that is put into a folder makes it young again.
            for (var folder : copying.aged.entrySet()) {
                Files.setLastModifiedTime(folder.getKey(), folder.getValue());
            }
            return new Copied(copying.counts(), entries);
        }
    }

    private static final class Copying {

        private final Path from;
        private final Path to;
        private final Caps caps;
        private final Set<String> leftOut;
        private final OutsideLinks outside;
        private final FileCopies copies;
        private final List<TreeEntry> linked = new ArrayList<>();
        private final Map<Path, FileTime> aged = new LinkedHashMap<>();
        private long files;
        private long folders;
        private long outsideLinks;
        private long bytes;

        Copying(Path from, Path to, Manner manner, FileCopies copies) {
            this.from = from;
            this.outside = manner.outside();
            this.to = to;
            this.caps = manner.caps();
            this.leftOut = Set.copyOf(manner.leftOut());
            this.copies = copies;
        }

        Counts counts() {
            return new Counts(files, folders, linked.size(), outsideLinks, bytes);
        }

        private void folder(OpenFolder open, Path folder) throws IOException {
            folders++;
            check(folder);
            Path copy = target(folder);
            if (!Files.isDirectory(copy, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectory(copy);
            }
            PosixFileAttributes attributes = open.attributes();
            Set<PosixFilePermission> permissions = permissions(attributes);
            permissions.add(PosixFilePermission.OWNER_EXECUTE);
            Files.setPosixFilePermissions(copy, permissions);
            for (Path name : open.names()) {
                Path entry = folder.resolve(name);
                if (!isLeftOut(entry)) {
                    entry(open, entry);
                }
            }
            aged.put(copy, attributes.lastModifiedTime());
        }

        void entry(OpenFolder parent, Path entry) throws IOException {
            Path name = Objects.requireNonNull(entry.getFileName());
            PosixFileAttributes attributes = parent.attributes(name);
            if (attributes.isSymbolicLink()) {
                link(entry);
            } else if (attributes.isDirectory()) {
                try (OpenFolder folder = parent.folder(name)) {
                    folder(folder, entry);
                }
            } else if (attributes.isRegularFile()) {
                files++;
                bytes += attributes.size();
                check(entry);
                copies.add(
                        new FileCopies.Job(
                                parent.file(name),
                                target(entry),
                                from.relativize(entry).toString(),
                                attributes.size(),
                                permissions(attributes),
                                attributes.lastModifiedTime()));
            } else {
                throw new RefusedException("neither file nor folder nor link: " + name(entry));
            }
        }

        private void link(Path link) throws IOException {
            Path aim = Files.readSymbolicLink(link);
            if (outside == OutsideLinks.LEFT_OUT && leadsOutside(link, aim)) {
                outsideLinks++;
            } else {
                linked.add(TreeEntry.link(from.relativize(link).toString(), aim.toString()));
                Files.createSymbolicLink(target(link), aim);
            }
            check(link);
        }

        /** Lexical, and through every link on the way: `a -> b/../../x` with `b` a link too. */
        private boolean leadsOutside(Path link, Path aim) {
            if (aim.isAbsolute() || !link.resolveSibling(aim).normalize().startsWith(from)) {
                return true;
            }
            try {
                return !link.toRealPath().startsWith(from.toRealPath());
            } catch (NoSuchFileException e) {
                return false; // Dangling, but lexically inside: harmless.
            } catch (IOException e) {
                return true; // A loop, or something we may not look at.
            }
        }

        private void check(Path entry) throws RefusedException {
            if (files + folders + linked.size() + outsideLinks > caps.entries()) {
                throw new RefusedException("more than " + caps.entries() + " entries");
            }
            if (bytes > caps.bytes()) {
                throw new RefusedException("more than " + caps.bytes() + " bytes");
            }
            if (entry.getNameCount() - from.getNameCount() > caps.depth()) {
                throw new RefusedException("deeper than " + caps.depth() + ": " + name(entry));
            }
        }

        private boolean isLeftOut(Path entry) {
            return !leftOut.isEmpty()
                    && from.equals(entry.getParent())
                    && leftOut.contains(String.valueOf(entry.getFileName()));
        }

        private Path target(Path entry) {
            return entry.equals(from) ? to : to.resolve(from.relativize(entry));
        }

        private String name(Path entry) {
            String name = from.relativize(entry).toString();
            return name.length() > 200 ? name.substring(0, 200) : name;
        }

        private static Set<PosixFilePermission> permissions(PosixFileAttributes read) {
            Set<PosixFilePermission> permissions =
                    EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
            permissions.addAll(read.permissions());
            return permissions;
        }
    }
}
