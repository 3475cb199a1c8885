package io.mcpsf.os;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A private folder for temporary files: the only way to have one. Its name can't be guessed and
 * names nobody, and its maker holds a lock in it for as long as it lives, so that the next sweep
 * can tell what a killed process left from what a living one needs.
 */
public final class Scratch implements AutoCloseable {

    private static final Pattern NAME = Pattern.compile("tmp\\.[0-9a-f]{24}");
    private static final Set<PosixFilePermission> PRIVATE =
            PosixFilePermissions.fromString("rwx------");
    private static final String LOCK = "lock";
    private static final String OWNER = "owner";
    private static final String CONTENT = "files";

    /** How long a folder may be without a lock, because it is being made or removed. */
    private static final Duration SETTLED = Duration.ofMinutes(1);

    /** Of this process. To open the lock of a folder of our own would be to lose it. */
    private static final String OURS = random();

    private final Path folder;
    private final FileChannel lock;

    private Scratch(Path folder, FileChannel lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /** A new one in the system's folder for temporary files. */
    public static Scratch make() {
        return in(temporary());
    }

    /** A new one in another folder, which others may use as well. */
    public static Scratch in(Path temporary) {
        Path folder = temporary.toAbsolutePath().resolve("tmp." + random());
        try {
            Files.createDirectories(temporary);
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(PRIVATE));
            FileChannel channel =
                    FileChannel.open(
                            folder.resolve(LOCK),
                            StandardOpenOption.CREATE_NEW,
                            StandardOpenOption.WRITE);
            channel.lock();
            // Now it is locked, and only now there is something in it worth a sweep.
            Files.writeString(folder.resolve(OWNER), OURS);
            Files.createDirectory(
                    folder.resolve(CONTENT), PosixFilePermissions.asFileAttribute(PRIVATE));
            return new Scratch(folder, channel);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create a temporary folder " + folder, e);
        }
    }

    /** Where files go: an empty folder, open to this user alone. */
    public Path path() {
        return folder.resolve(CONTENT);
    }

    /** Removes it with all that is in it. Another time it does nothing. */
    @Override
    public void close() {
        try (lock) {
            Trees.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + folder, e);
        }
    }

    /** Removes what killed processes of this user left, and says which folders that were. */
    public static List<Path> sweep() {
        return sweep(temporary());
    }

    public static List<Path> sweep(Path temporary) {
        List<Path> removed = new ArrayList<>();
        for (Path folder : folders(temporary)) {
            ifDead(
                    folder,
                    () -> {
                        Trees.delete(folder);
                        removed.add(folder);
                    });
        }
        return removed;
    }

    /** How many killed processes left, without touching it. */
    public static int count() {
        var dead = new ArrayList<Path>();
        folders(temporary()).forEach(folder -> ifDead(folder, () -> dead.add(folder)));
        return dead.size();
    }

    private static List<Path> folders(Path temporary) {
        try (Stream<Path> all = Files.list(temporary)) {
            return all.filter(path -> NAME.matcher(path.getFileName().toString()).matches())
                    .filter(Scratch::oursAlone)
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of(); // Nothing of ours is in a folder that we may not read.
        }
    }

    /** A folder, no link, that belongs to this user and that nobody else may enter. */
    private static boolean oursAlone(Path path) {
        try {
            return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
                    && Ownership.ours(path)
                    && Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS)
                            .equals(PRIVATE);
        } catch (IOException e) {
            return false; // Removed meanwhile.
        }
    }

    private static void ifDead(Path folder, Runnable work) {
        try {
            if (Files.readString(folder.resolve(OWNER)).equals(OURS)) {
                return;
            }
            try (FileChannel channel =
                            FileChannel.open(folder.resolve(LOCK), StandardOpenOption.WRITE);
                    FileLock taken = channel.tryLock()) {
                if (taken != null) {
                    work.run();
                }
            }
        } catch (OverlappingFileLockException e) {
            return; // Another thread of ours sweeps it.
        } catch (NoSuchFileException e) {
            // Its maker died while it made or removed it, or is just at it.
            if (settled(folder)) {
                work.run();
            }
        } catch (IOException e) {
            return; // Left to the next sweep; it must not keep us from working.
        }
    }

    private static boolean settled(Path folder) {
        try {
            Instant changed = Files.getLastModifiedTime(folder).toInstant();
            return changed.isBefore(Instant.now().minus(SETTLED));
        } catch (IOException e) {
            return false;
        }
    }

    private static Path temporary() {
        return Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
    }

    private static String random() {
        byte[] name = new byte[12];
        new SecureRandom().nextBytes(name);
        return HexFormat.of().formatHex(name);
    }
}
