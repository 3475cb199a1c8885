package io.mcpsf.acquire;

import io.mcpsf.model.Sha256;
import io.mcpsf.os.Command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Whole trees by key. Beside each lies a stamp of all its names, sizes, times and modes: a tree
 * that somebody changed, or half deleted, does not fit it any more and is not handed out.
 */
final class TreeShelf {

    static final String CONTENT = "tree";
    static final String STAMP = "stamp";
    private static final Duration COPYING = Duration.ofMinutes(10);

    private final Path folder;
    private final InstantSource clock;

    TreeShelf(Path folder, InstantSource clock) {
        this.folder = folder;
        this.clock = clock;
    }

    Optional<Path> find(String key) {
        Path place = place(key);
        Path content = place.resolve(CONTENT);
        try {
            String stamp = Files.readString(place.resolve(STAMP));
            if (!stamp.equals(stampOf(content))) {
                return Optional.empty();
            }
            Files.setLastModifiedTime(place.resolve(STAMP), FileTime.from(clock.instant()));
            return Optional.of(content);
        } catch (IOException e) {
            return Optional.empty(); // Missing, or going away under our hands.
        }
    }

    Path put(String key, Path from, Path aside) throws IOException, InterruptedException {
        Files.createDirectories(aside);
        move(from, aside.resolve(CONTENT));
        Files.writeString(aside.resolve(STAMP), stampOf(aside.resolve(CONTENT)));
        Files.setLastModifiedTime(aside.resolve(STAMP), FileTime.from(clock.instant()));
        Files.createDirectories(folder);
        Path place = place(key);
        if (!settle(aside, place)) {
            Optional<Path> faster = find(key);
            if (faster.isPresent()) {
                Cache.drop(aside);
                return faster.get();
            }
            Path damaged = aside.resolveSibling(aside.getFileName() + ".old");
            Files.move(place, damaged, StandardCopyOption.ATOMIC_MOVE);
            Cache.drop(damaged);
            if (!settle(aside, place)) {
                throw new IOException("another run holds " + place);
            }
        }
        return place.resolve(CONTENT);
    }

    private static boolean settle(Path aside, Path place) throws IOException {
        try {
            Files.move(aside, place, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (DirectoryNotEmptyException | FileAlreadyExistsException e) {
            return false;
        } catch (IOException e) {
            if (Files.isDirectory(place)) {
                return false; // How the JDK reports ENOTEMPTY of an atomic move.
            }
            throw e;
        }
    }

    /** By name where that works, else copied as it is: a virtual environment links to /usr. */
    private static void move(Path from, Path to) throws IOException, InterruptedException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException | AccessDeniedException e) {
            Command.Result copied =
                    Command.of("cp", "-a", "--reflink=auto", "--", from.toString(), to.toString())
                            .within(COPYING)
                            .run();
            if (!copied.good()) {
                throw new IOException("cp: " + copied.complaint(), e);
            }
            Cache.drop(from);
        }
    }

    private Path place(String key) {
        return folder.resolve(Sha256.of(key.getBytes(StandardCharsets.UTF_8)).hex());
    }

    /** A digest and, behind a space, the size in bytes. */
    private static String stampOf(Path tree) throws IOException {
        if (!Files.isDirectory(tree)) {
            throw new NoSuchFileException(tree.toString());
        }
        List<String> lines = new ArrayList<>();
        long[] bytes = {0};
        int above = tree.toString().length() + 1;
        Files.walkFileTree(
                tree,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path at, BasicFileAttributes read) {
                        lines.add(tree.relativize(at) + "/");
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path at, BasicFileAttributes read) {
                        bytes[0] += read.size();
                        String mode =
                                read instanceof PosixFileAttributes posix
                                        ? PosixFilePermissions.toString(posix.permissions())
                                        : "";
                        lines.add(
                                String.join(
                                        "\0",
                                        at.toString().substring(above),
                                        Long.toString(read.size()),
                                        Long.toString(read.lastModifiedTime().toMillis()),
                                        mode));
                        return FileVisitResult.CONTINUE;
                    }
                });
        Collections.sort(lines);
        return Sha256.of(String.join("\n", lines).getBytes(StandardCharsets.UTF_8))
                + " "
                + bytes[0];
    }
}
