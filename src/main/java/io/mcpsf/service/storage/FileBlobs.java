package io.mcpsf.service.storage;

import io.mcpsf.os.Trees;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** Blobs as files below a folder, readable by us alone. */
public final class FileBlobs implements Blobs {

    /** Reports tell what servers were given and said; they are for whoever has a key. */
    private static final FileAttribute<Set<PosixFilePermission>> CLOSED =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final Path root;

    public FileBlobs(Path root) {
        this.root = root.toAbsolutePath().normalize();
    }

    @Override
    public void put(String name, Path file) throws IOException {
        Path there = path(name);
        Files.createDirectories(there.getParent(), CLOSED);
        Path fresh = there.resolveSibling("." + UUID.randomUUID());
        try {
            Files.copy(file, fresh);
            // Once a job is done its report must survive a loss of power.
            try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(fresh, there, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    @Override
    public InputStream get(String name) throws IOException {
        return Files.newInputStream(path(name), LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public void deleteAll(String prefix) throws IOException {
        Path there = path(prefix);
        if (Files.isDirectory(there, LinkOption.NOFOLLOW_LINKS)) {
            Trees.delete(there);
        } else {
            Files.deleteIfExists(there);
        }
    }

    @Override
    public void deleteBeside(String kept) throws IOException {
        Path above = path(Blobs.above(kept));
        if (!Files.isDirectory(above, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        List<Path> others;
        try (Stream<Path> all = Files.list(above)) {
            others = all.filter(there -> !there.equals(path(kept))).toList();
        }
        for (Path other : others) {
            if (Files.isDirectory(other, LinkOption.NOFOLLOW_LINKS)) {
                Trees.delete(other);
            } else {
                Files.deleteIfExists(other);
            }
        }
    }

    private Path path(String name) {
        return root.resolve(Blobs.checked(name));
    }
}
