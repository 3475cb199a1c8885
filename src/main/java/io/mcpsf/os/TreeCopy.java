package io.mcpsf.os;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;

/**
 * Copies a hostile tree within bounds. Links are copied as links and never followed; one that leads
 * out of the tree is left out and counted. Devices, pipes and sockets are refused. Only the nine
 * plain permission bits survive, and the owner may always read and write (and enter).
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
        return copy(new Copying(from, to, caps, leftOut, OutsideLinks.LEFT_OUT));
    }

    public static Counts copy(Path from, Path to, Caps caps, OutsideLinks outside)
            throws IOException {
        return copy(new Copying(from, to, caps, Set.of(), outside));
    }

    private static Counts copy(Copying copying) throws IOException {
        Files.walkFileTree(copying.from, copying);
        return copying.counts();
    }

    private static final class Copying extends SimpleFileVisitor<Path> {

        private final Path from;
        private final Path to;
        private final Caps caps;
        private final Set<String> leftOut;
        private final OutsideLinks outside;
        private long files;
        private long folders;
        private long links;
        private long outsideLinks;
        private long bytes;

        Copying(Path from, Path to, Caps caps, Set<String> leftOut, OutsideLinks outside) {
            this.from = from.toAbsolutePath().normalize();
            this.outside = outside;
            this.to = to;
            this.caps = caps;
            this.leftOut = Set.copyOf(leftOut);
        }

        Counts counts() {
            return new Counts(files, folders, links, outsideLinks, bytes);
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
                throws IOException {
            if (isLeftOut(folder)) {
                return FileVisitResult.SKIP_SUBTREE;
            }
            folders++;
            check(folder);
            Path copy = target(folder);
            if (!Files.isDirectory(copy, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectory(copy);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            if (isLeftOut(file)) {
                return FileVisitResult.CONTINUE;
            }
            if (attributes.isSymbolicLink()) {
                link(file);
            } else if (attributes.isRegularFile()) {
                file(file, attributes.size());
            } else {
                throw new RefusedException("neither file nor folder nor link: " + name(file));
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(
                Path folder, @org.jspecify.annotations.Nullable IOException failure)
                throws IOException {
            if (failure != null) {
                throw failure;
            }
            permit(folder, target(folder), true);
            return FileVisitResult.CONTINUE;
        }

        private void file(Path file, long size) throws IOException {
            files++;
            bytes += size;
            check(file);
            Path copy = target(file);
            Files.copy(file, copy, LinkOption.NOFOLLOW_LINKS, StandardCopyOption.REPLACE_EXISTING);
            permit(file, copy, false);
        }

        private void link(Path link) throws IOException {
            Path aim = Files.readSymbolicLink(link);
            if (outside == OutsideLinks.LEFT_OUT && leadsOutside(link, aim)) {
                outsideLinks++;
            } else {
                links++;
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
            if (files + folders + links + outsideLinks > caps.entries()) {
                throw new RefusedException("more than " + caps.entries() + " entries");
            }
            if (bytes > caps.bytes()) {
                throw new RefusedException("more than " + caps.bytes() + " bytes");
            }
            if (from.relativize(entry).getNameCount() > caps.depth()) {
                throw new RefusedException("deeper than " + caps.depth() + ": " + name(entry));
            }
        }

        private boolean isLeftOut(Path entry) {
            return from.equals(entry.getParent())
                    && leftOut.contains(String.valueOf(entry.getFileName()));
        }

        private Path target(Path entry) {
            return entry.equals(from) ? to : to.resolve(from.relativize(entry));
        }

        private String name(Path entry) {
            String name = from.relativize(entry).toString();
            return name.length() > 200 ? name.substring(0, 200) : name;
        }

        private static void permit(Path original, Path copy, boolean folder) throws IOException {
            Set<PosixFilePermission> permissions =
                    new HashSet<>(
                            Files.getPosixFilePermissions(original, LinkOption.NOFOLLOW_LINKS));
            permissions.addAll(
                    EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));
            if (folder) {
                permissions.add(PosixFilePermission.OWNER_EXECUTE);
            }
            Files.setPosixFilePermissions(copy, permissions);
        }
    }
}
