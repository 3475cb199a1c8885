package io.mcpsf.acquire;

import io.mcpsf.model.Sha256;
import io.mcpsf.os.Trees;
import io.mcpsf.os.UserFolders;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * What we fetched or installed once. Files are named by their content and checked when they are
 * read; words of registries are kept with their time; trees are whole or not there. Everything is
 * written aside and moved into place, so that runs at the same time do not meet.
 */
public final class Cache {

    /** Old files and trees are given up beyond this; never what was used a short while ago. */
    public record Caps(long fileBytes, long treeBytes, Duration inUse) {
        public static Caps usual() {
            return new Caps(2L << 30, 4L << 30, Duration.ofHours(6));
        }
    }

    /** What a registry said, and when. */
    @SuppressWarnings("ArrayRecordComponent") // read once, never compared
    record Word(byte[] bytes, Instant at) {}

    private final Path root;
    private final Optional<Path> shared;
    private final InstantSource clock;
    private final Caps caps;
    private final TreeShelf shelf;

    public Cache(Path root, InstantSource clock, Caps caps) {
        this(root, Optional.empty(), clock, caps);
    }

    /** What is not in ours is looked for in a shared one as well, to which nothing is written. */
    Cache(Path root, Optional<Path> shared, InstantSource clock, Caps caps) {
        this.root = root.toAbsolutePath().normalize();
        this.shared = shared;
        this.clock = clock;
        this.caps = caps;
        this.shelf = new TreeShelf(this.root.resolve("trees"), clock);
    }

    /** {@code MCPSF_CACHE}, else {@code $XDG_CACHE_HOME/mcpsf}, else {@code ~/.cache/mcpsf}. */
    public static Cache of(Map<String, String> env, Path home) {
        String own = env.getOrDefault("MCPSF_CACHE", "");
        Path usual = new UserFolders(env, home).cache().resolve("mcpsf");
        return new Cache(
                own.isBlank() ? usual : Path.of(own),
                shared(env),
                InstantSource.system(),
                Caps.usual());
    }

    /** {@code MCPSF_SHARED_CACHE}: a cache of this kind that somebody else fills. */
    public static Optional<Path> shared(Map<String, String> env) {
        String shared = env.getOrDefault("MCPSF_SHARED_CACHE", "");
        return shared.isBlank()
                ? Optional.empty()
                : Optional.of(Path.of(shared).toAbsolutePath().normalize());
    }

    public Path root() {
        return root;
    }

    /** The tree that was put under this key, when it is there and as it was put. */
    public Optional<Path> tree(String key) {
        return shelf.find(key);
    }

    /**
     * Moves a tree into the cache and returns where it lies now. When another run was faster, its
     * tree stays and ours is deleted. Nobody may change what is returned.
     */
    public Path putTree(String key, Path from) throws InterruptedException {
        try {
            Path kept = shelf.put(key, from, scratch());
            Eviction.sweep(root, caps, clock.instant());
            return kept;
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    /** The file with this content, or nothing; a damaged one is deleted. */
    Optional<Path> file(Sha256 digest) {
        Path file = place(root, digest);
        try {
            if (!digest.equals(digestOf(file))) {
                Files.deleteIfExists(file);
                return Optional.empty();
            }
            Files.setLastModifiedTime(file, FileTime.from(clock.instant()));
            return Optional.of(file);
        } catch (NoSuchFileException e) {
            return shared.flatMap(there -> sharedFile(place(there, digest), digest));
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    private static Optional<Path> sharedFile(Path file, Sha256 digest) {
        try {
            return digest.equals(digestOf(file)) ? Optional.of(file) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // Then it is fetched.
        }
    }

    /** Moves a file into the cache under its content's name. */
    Path putFile(Path from) {
        try {
            Path place = place(root, digestOf(from));
            Files.createDirectories(place.getParent());
            Files.setPosixFilePermissions(from, PosixFilePermissions.fromString("r--r--r--"));
            Files.setLastModifiedTime(from, FileTime.from(clock.instant()));
            Files.move(from, place, StandardCopyOption.ATOMIC_MOVE);
            Eviction.sweep(root, caps, clock.instant());
            return place;
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    Optional<Word> word(String key) {
        String name = Sha256.of(bytes(key)).hex();
        try {
            return Optional.of(word(root, name));
        } catch (NoSuchFileException e) {
            return shared.flatMap(there -> sharedWord(there, name));
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    private static Optional<Word> sharedWord(Path root, String name) {
        try {
            return Optional.of(word(root, name));
        } catch (IOException e) {
            return Optional.empty(); // Then the registry is asked.
        }
    }

    private static Word word(Path root, String name) throws IOException {
        Path file = root.resolve("words").resolve(name);
        byte[] bytes = Files.readAllBytes(file);
        return new Word(bytes, Files.getLastModifiedTime(file).toInstant());
    }

    void putWord(String key, byte[] said) {
        try {
            Path aside = scratch();
            Files.write(aside, said);
            Files.setLastModifiedTime(aside, FileTime.from(clock.instant()));
            Path words = Files.createDirectories(root.resolve("words"));
            Files.move(
                    aside,
                    words.resolve(Sha256.of(bytes(key)).hex()),
                    StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    /** A path in the cache where nothing is yet; the caller moves on what it puts there. */
    Path scratch() {
        try {
            if (!Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectories(root);
                Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx------"));
            }
            return Files.createDirectories(root.resolve("new"))
                    .resolve(UUID.randomUUID().toString());
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    InstantSource clock() {
        return clock;
    }

    static Sha256 digestOf(Path file) throws IOException {
        MessageDigest digest = Sha256.digest();
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                digest.update(buffer, 0, count);
            }
        }
        return Sha256.of(digest);
    }

    /** Deletes what was put aside and is no longer wanted. */
    static void drop(Path scratch) {
        try {
            Trees.delete(scratch);
        } catch (UncheckedIOException e) {
            return; // It is swept away later.
        }
    }

    private static Path place(Path root, Sha256 digest) {
        return root.resolve("files").resolve(digest.hex().substring(0, 2)).resolve(digest.hex());
    }

    private static byte[] bytes(String key) {
        return key.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    private AcquireException unusable(IOException e) {
        return new AcquireException(
                "cannot use the cache in " + root,
                String.valueOf(e),
                "Set MCPSF_CACHE to a folder that can be written",
                e);
    }
}
