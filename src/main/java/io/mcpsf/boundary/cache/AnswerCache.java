package io.mcpsf.boundary.cache;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * A folder of answers, one file each, shared by all runs of one user. A file appears under its name
 * only when it is whole, so that readers need no lock; the longest unused ones go when there are
 * too many bytes. Only what a registry said to a request of ours gets in: a sample can choose the
 * URL and nothing else of it.
 */
public final class AnswerCache {

    /** One answer may take a quarter of the room. */
    private static final int SHARE = 4;

    private static final int MAX_HEAD = 64 << 10;
    private static final FileAttribute<?> OURS_ALONE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final String ENDING = ".answer";

    private final @Nullable Path folder;
    private final Optional<Path> shared;
    private final long maxBytes;
    private final Clock clock;
    private long held = -1;

    private AnswerCache(@Nullable Path folder, Optional<Path> shared, long maxBytes, Clock clock) {
        this.folder = folder;
        this.shared = shared;
        this.maxBytes = maxBytes;
        this.clock = clock;
    }

    /** Keeps nothing and knows nothing. */
    public static AnswerCache none() {
        return new AnswerCache(null, Optional.empty(), 0, Clock.systemUTC());
    }

    /** Keeps at most so many bytes in a folder, which is made when first needed. */
    public static AnswerCache in(Path folder, long maxBytes, Clock clock) {
        return new AnswerCache(folder, Optional.empty(), maxBytes, clock);
    }

    /** The same, which also knows what is in the folder of another one and writes nothing to it. */
    public AnswerCache and(Path shared) {
        return new AnswerCache(folder, Optional.of(shared), maxBytes, clock);
    }

    /** The name of what is asked: the same URL has other bytes for who accepts others. */
    public record Key(String url, String path, String accept, String encoding) {
        String name() {
            byte[] text = (url + "\n" + accept + "\n" + encoding).getBytes(StandardCharsets.UTF_8);
            try {
                return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every JDK has SHA-256", e);
            }
        }
    }

    public Instant now() {
        return clock.instant();
    }

    public Optional<CachedAnswer> find(Key key) {
        if (folder == null) {
            return Optional.empty();
        }
        Optional<CachedAnswer> own = foundIn(folder, key);
        return own.isPresent() ? own : shared.flatMap(there -> foundIn(there, key));
    }

    private static Optional<CachedAnswer> foundIn(Path folder, Key key) {
        Path file = folder.resolve(key.name() + ENDING);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return open(file, key);
        } catch (IOException | BadJsonException gone) {
            // Evicted a moment ago, or not written by us: as if it had never been there.
            return Optional.empty();
        }
    }

    private static Optional<CachedAnswer> open(Path file, Key key) throws IOException {
        FileChannel channel = FileChannel.open(file);
        boolean good = false;
        try {
            ByteBuffer head = ByteBuffer.allocate((int) Math.min(MAX_HEAD, channel.size()));
            while (head.hasRemaining() && channel.read(head, head.position()) > 0) {}
            String text = new String(head.array(), 0, head.position(), StandardCharsets.ISO_8859_1);
            int end = text.indexOf('\n');
            if (end < 0) {
                return Optional.empty();
            }
            CachedAnswer.About about = about(Json.read(text.substring(0, end)));
            good = about.url().equals(key.url());
            return good
                    ? Optional.of(
                            new CachedAnswer(
                                    file,
                                    channel,
                                    end + 1L,
                                    about,
                                    Files.getLastModifiedTime(file).toInstant()))
                    : Optional.empty();
        } finally {
            if (!good) {
                channel.close();
            }
        }
    }

    /**
     * Begins to keep an answer of status 200 with these header lines. None if it must not or cannot
     * be kept; {@code length} is how long its body says to be, or negative.
     */
    public Optional<Writing> keep(Key key, List<String> lines, long length) {
        Optional<Duration> fresh = Freshness.of(key.path(), lines);
        if (folder == null || fresh.isEmpty() || length > maxBytes / SHARE) {
            return Optional.empty();
        }
        try {
            Files.createDirectories(folder, OURS_ALONE);
            if (Files.getFileStore(folder).getUsableSpace() < maxBytes / SHARE) {
                return Optional.empty();
            }
            byte[] head = head(new CachedAnswer.About(key.url(), lines, fresh.get().toSeconds()));
            if (head.length > MAX_HEAD) {
                return Optional.empty();
            }
            Path part = Files.createTempFile(folder, "part", "");
            return Optional.of(new Writing(part, folder.resolve(key.name() + ENDING), head));
        } catch (IOException full) {
            // A cache that cannot be written costs time and nothing else.
            return Optional.empty();
        }
    }

    private static byte[] head(CachedAnswer.About about) {
        ObjectNode node = Json.object();
        node.put("url", about.url());
        node.put("fresh", about.freshSeconds());
        var lines = node.putArray("lines");
        about.lines().forEach(lines::add);
        return (Json.text(node) + "\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    private static CachedAnswer.About about(JsonNode node) {
        List<String> lines = new ArrayList<>();
        node.path("lines").forEach(line -> lines.add(line.asString()));
        return new CachedAnswer.About(Json.text(node, "url"), lines, node.path("fresh").asLong(0));
    }

    /** Makes room for what came in, the longest unused first. */
    private synchronized void grown(Path folder, long bytes) throws IOException {
        if (held < 0) {
            held = files(folder).stream().mapToLong(Held::bytes).sum();
        } else {
            held += bytes;
        }
        if (held <= maxBytes) {
            return;
        }
        List<Held> all = new ArrayList<>(files(folder));
        all.sort(Comparator.comparing(Held::used));
        held = all.stream().mapToLong(Held::bytes).sum();
        for (Held one : all) {
            if (held <= maxBytes * 3 / 4) {
                return;
            }
            Files.deleteIfExists(one.file());
            held -= one.bytes();
        }
    }

    private record Held(Path file, long bytes, FileTime used) {}

    private static Optional<Held> held(Path file) {
        try {
            return Optional.of(new Held(file, Files.size(file), Files.getLastModifiedTime(file)));
        } catch (IOException evicted) {
            return Optional.empty();
        }
    }

    private static List<Held> files(Path folder) throws IOException {
        List<Held> all = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                held(entry).ifPresent(all::add);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return all;
    }

    /** An answer on its way in. What cannot be written is given up, never thrown at the reader. */
    public final class Writing extends OutputStream {
        private final Path part;
        private final Path whole;
        private long written;
        private @Nullable OutputStream out;

        private Writing(Path part, Path whole, byte[] head) throws IOException {
            this.part = part;
            this.whole = whole;
            // Without truncating: ext4 writes a truncated file to the disk before it closes it.
            OutputStream opened = Files.newOutputStream(part, StandardOpenOption.WRITE);
            opened.write(head);
            out = opened;
        }

        @Override
        public void write(int one) {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            OutputStream to = out;
            if (to == null) {
                return;
            }
            written += length;
            try {
                if (written > maxBytes / SHARE) {
                    throw new IOException("too large to be kept");
                }
                to.write(bytes, offset, length);
            } catch (IOException e) {
                close();
            }
        }

        /** The body was whole: from now on it can be found. */
        public void commit() {
            OutputStream to = out;
            Path folder = AnswerCache.this.folder;
            if (to == null || folder == null) {
                return;
            }
            try {
                to.close();
                out = null;
                Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE);
                grown(folder, written);
            } catch (IOException e) {
                close();
            }
        }

        /** Without a commit, nothing was kept. */
        @Override
        public void close() {
            OutputStream to = out;
            out = null;
            try {
                if (to != null) {
                    to.close();
                }
                Files.deleteIfExists(part);
            } catch (IOException leftover) {
                // Counted and evicted like all the rest.
                return;
            }
        }
    }
}
