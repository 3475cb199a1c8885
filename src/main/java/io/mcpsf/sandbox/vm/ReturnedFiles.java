package io.mcpsf.sandbox.vm;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.os.TreeCopy;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Files that a guest gives back, written below one folder: nothing is written through a link, over
 * a file, or outside. The stream is cut into chunks anywhere.
 */
final class ReturnedFiles implements AutoCloseable {

    private static final int LARGEST_HEAD = 64 << 10;
    private static final int MOST_ENTRIES = 20_000;
    private static final Path NOWHERE = Path.of("/dev/null");

    private final Path folder;
    private final Set<Path> folders = new HashSet<>();
    private final Map<Path, Long> times = new HashMap<>();
    private byte[] head = new byte[4];
    private int filled;
    private boolean length = true;
    private OutputStream file = OutputStream.nullOutputStream();
    private long left;
    private long room;
    private final long most;
    private final boolean exact;
    private int entries;
    private int leftOut;
    private boolean begun;
    private boolean complete;

    /** What is there when a program has ended: no more than so many bytes in all. */
    ReturnedFiles(Path folder, long room) {
        this(folder, room, MOST_ENTRIES, false);
    }

    /** A copy within these bounds. A file that is too large for it is left out, and counted. */
    ReturnedFiles(Path folder, TreeCopy.Caps caps) {
        this(folder, caps.bytes(), caps.entries(), true);
    }

    private ReturnedFiles(Path folder, long room, long most, boolean exact) {
        this.folder = folder;
        this.room = room;
        this.most = most;
        this.exact = exact;
        folders.add(folder);
    }

    /** A place for no file. */
    static ReturnedFiles none() {
        return new ReturnedFiles(NOWHERE, 0);
    }

    /** Whether anything has come. */
    boolean begun() {
        return begun;
    }

    /** How many files were too large or too many for an exact copy. */
    int leftOut() {
        return leftOut;
    }

    /** Whether the guest has said that these were all. */
    boolean complete() {
        return complete;
    }

    void take(byte[] hostile) throws IOException {
        int at = 0;
        begun = true;
        while (at < hostile.length) {
            if (complete) {
                throw new LyingGuestException("files after the last file");
            }
            if (left > 0) {
                int part = (int) Math.min(left, hostile.length - at);
                file.write(hostile, at, part);
                at += part;
                left -= part;
                if (left == 0) {
                    file.close();
                }
            } else {
                int part = Math.min(head.length - filled, hostile.length - at);
                System.arraycopy(hostile, at, head, filled, part);
                at += part;
                filled += part;
                if (filled == head.length) {
                    whole();
                }
            }
        }
    }

    private void whole() throws IOException {
        byte[] read = head;
        filled = 0;
        if (!length) {
            length = true;
            head = new byte[4];
            entry(read);
            return;
        }
        int size = ByteBuffer.wrap(read).getInt();
        if (size < 0 || size > LARGEST_HEAD) {
            throw new LyingGuestException("the head of a file has " + size + " bytes");
        }
        complete = size == 0;
        length = complete;
        head = new byte[complete ? 4 : size];
    }

    private void entry(byte[] hostile) throws IOException {
        JsonNode head;
        Path path;
        try {
            head = Json.read(hostile);
            path = folder.resolve(head.path("path").asString("")).normalize();
        } catch (BadJsonException | InvalidPathException e) {
            throw new LyingGuestException("the head of a file cannot be read");
        }
        long sent = head.path("sent").asLong(0);
        room -= sent;
        if (sent < 0 || room < 0) {
            throw new LyingGuestException("more files than it has room for");
        }
        left = sent;
        entries++;
        Path parent = path.getParent();
        // A folder that was made here is a real one, and so are all above it.
        if (parent == null || !folders.contains(parent) || Files.exists(path)) {
            throw new LyingGuestException("a file in no folder of the workspace");
        }
        file = OutputStream.nullOutputStream();
        if (entries <= most) {
            make(path, head, sent);
        } else {
            leftOut++;
        }
    }

    private void make(Path path, JsonNode head, long sent) throws IOException {
        switch (head.path("kind").asString("")) {
            case "folder" -> {
                Files.createDirectory(path);
                folders.add(path);
            }
            case "link" -> {
                try {
                    Files.createSymbolicLink(path, Path.of(head.path("target").asString("?")));
                } catch (InvalidPathException e) {
                    throw new LyingGuestException("a link without a target");
                }
            }
            case "file" -> {
                times.put(path, head.path("time").asLong(0));
                long size = head.path("size").asLong(0);
                if (sent == size) {
                    file = Files.newOutputStream(path, StandardOpenOption.CREATE_NEW);
                    if (exact) {
                        mode(path, head.path("mode").asInt(0));
                    }
                } else if (exact) {
                    times.remove(path);
                    leftOut++;
                } else {
                    hole(path, size);
                }
            }
            default -> throw new LyingGuestException("a file of no kind");
        }
        if (left == 0) {
            file.close();
        }
    }

    /** Its owner can read and write it, and it can be executed as before. */
    private static void mode(Path path, int bits) throws IOException {
        String executable = (bits & 0100) == 0 ? "-" : "x";
        Files.setPosixFilePermissions(
                path, PosixFilePermissions.fromString("rw%1$sr-%1$sr-%1$s".formatted(executable)));
    }

    /** Too large to be sent; what it is found by is its size. */
    private static void hole(Path path, long size) throws IOException {
        try (var channel =
                FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[1]), Math.clamp(size - 1, 0, 1L << 40));
        }
    }

    /** Sets the times by which an unchanged file is known. */
    void finish() throws IOException {
        for (var entry : times.entrySet()) {
            Files.setLastModifiedTime(
                    entry.getKey(), FileTime.from(entry.getValue(), TimeUnit.NANOSECONDS));
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
