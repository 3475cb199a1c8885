package io.mcpsf.os.unpack;

import io.mcpsf.os.Trees;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * The file system of a container image, put together from its layers. Its links stay as they are,
 * because they are meant for the inside: nothing on the host may follow one. We resolve them below
 * our own folder, as the inside would. Owners and set-id bits are dropped, devices and pipes are
 * left out.
 */
public final class Layers implements Receiver {

    /** Larger than any image of a server that we know: a Debian with Node.js has a fifth of it. */
    public static final Unpack.Caps CAPS = new Unpack.Caps(400_000, 4L << 30, 64, 4096, 200);

    /** As the kernel has it. */
    private static final int MOST_HOPS = 40;

    /** Looks at paths for each entry that may come: links of links take thousands for one name. */
    private static final int STEPS_OF_ONE = 50;

    private static final int BUFFER = 1 << 16;
    private static final String GONE = ".wh.";
    private static final String OPAQUE = ".wh..wh..opq";

    private final Path root;
    private final Unpack.Manner manner;
    private final byte[] buffer = new byte[BUFFER];

    /** What the layer that is being read brought: its own deletions are not about that. */
    private final Set<Path> fresh = new HashSet<>();

    /** The folders above those. */
    private final Set<Path> holding = new HashSet<>();

    private long packed;
    private long steps;
    private long entries;
    private long files;
    private long bytes;

    /** Into this folder, which is empty and ours alone. */
    public Layers(Path root, Unpack.Caps caps) throws IOException {
        this.root = root.toRealPath();
        this.manner = new Unpack.Manner(caps, Unpack.Links.INNER, 0);
    }

    /** Lays the next one over those before: a tar, or one packed with gzip. */
    public void add(Path layer) throws IOException {
        fresh.clear();
        holding.clear();
        try (InputStream file = new BufferedInputStream(Files.newInputStream(layer), BUFFER)) {
            file.mark(4);
            byte[] magic = file.readNBytes(4);
            file.reset();
            if (begins(magic, 0x28, 0xb5, 0x2f, 0xfd)) {
                throw new RefusedArchiveException(
                        "its layers are packed with zstd, which is not supported");
            }
            InputStream plain =
                    begins(magic, 0x1f, 0x8b) ? new GZIPInputStream(file, BUFFER) : file;
            // Many headers, and what lies between files, are a flood too.
            var counted = new MeasuredStream(plain, manner.caps(), packed);
            boolean _ = new TarReader(counted, this).read();
            packed = counted.bytes();
        } catch (EOFException | ZipException e) {
            throw new RefusedArchiveException("it is damaged: " + e.getMessage());
        }
    }

    public long files() {
        return files;
    }

    public long bytes() {
        return bytes;
    }

    /** Where a path of the inside lies, its links followed as the inside would. */
    public Path inside(String path) throws IOException {
        return walk(List.of(path.split("/", -1)), false);
    }

    @Override
    public void count() throws RefusedArchiveException {
        entries++;
        if (entries > manner.caps().entries()) {
            throw new RefusedArchiveException(
                    "more than %,d entries".formatted(manner.caps().entries()));
        }
    }

    @Override
    public void folder(String hostileName) throws IOException {
        List<String> parts = parts(hostileName);
        if (parts.isEmpty() || gone(parts)) {
            return;
        }
        Path at = place(parts);
        if (!Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)) {
            Trees.delete(at);
            made(at);
        }
        brought(at);
    }

    @Override
    public void file(String hostileName, boolean executable, long claimed, InputStream content)
            throws IOException {
        List<String> parts = parts(hostileName);
        if (parts.isEmpty() || gone(parts)) {
            return;
        }
        Path at = cleared(parts);
        try (OutputStream out =
                Files.newOutputStream(
                        at,
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS)) {
            for (int count = content.read(buffer); count >= 0; count = content.read(buffer)) {
                bytes += count;
                if (bytes > manner.caps().bytes()) {
                    throw new RefusedArchiveException(
                            "more than %,d bytes".formatted(manner.caps().bytes()));
                }
                out.write(buffer, 0, count);
            }
        }
        Files.setPosixFilePermissions(
                at, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
        files++;
    }

    @Override
    public void link(String hostileName, String hostileAim) throws IOException {
        List<String> parts = parts(hostileName);
        if (parts.isEmpty() || gone(parts) || hostileAim.isEmpty()) {
            return;
        }
        Path aim;
        try {
            aim = Path.of(hostileAim);
        } catch (InvalidPathException e) {
            throw new RefusedArchiveException("a link that this system cannot write", hostileName);
        }
        Files.createSymbolicLink(cleared(parts), aim);
    }

    @Override
    public void hardLink(String hostileName, String hostileAim) throws IOException {
        List<String> parts = parts(hostileName);
        List<String> aim = parts(hostileAim);
        if (parts.isEmpty() || aim.isEmpty() || gone(parts)) {
            return;
        }
        Path from = child(walk(aim.subList(0, aim.size() - 1), false), aim.getLast());
        if (Files.isSymbolicLink(from)) {
            Files.createSymbolicLink(cleared(parts), Files.readSymbolicLink(from));
        } else if (Files.isRegularFile(from, LinkOption.NOFOLLOW_LINKS)
                && !from.equals(place(parts))) {
            Files.createLink(cleared(parts), from);
        }
    }

    @Override
    public void special(String what, String hostileName) throws IOException {
        if (what.equals(DELETING)) {
            throw new RefusedArchiveException(what, hostileName);
        }
        // The sandbox has a /dev of its own.
        List<String> parts = parts(hostileName);
        boolean _ = !parts.isEmpty() && gone(parts);
    }

    /** Deletes when the name says so, whatever kind of entry has it. */
    private boolean gone(List<String> parts) throws IOException {
        String name = parts.getLast();
        if (!name.startsWith(GONE)) {
            return false;
        }
        Path folder = walk(parts.subList(0, parts.size() - 1), true);
        if (!name.equals(OPAQUE)) {
            String lost = name.substring(GONE.length());
            // What is left of ".wh..." is the folder above, at the top one of the host's.
            if (lost.isEmpty() || lost.equals(".") || lost.equals("..")) {
                throw new RefusedArchiveException("a deletion of no file of its folder", name);
            }
            removed(child(folder, lost));
        } else {
            removedIn(folder);
        }
        return true;
    }

    private void removedIn(Path folder) throws IOException {
        var inside = new ArrayList<Path>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            all.forEach(inside::add);
        }
        for (Path each : inside) {
            removed(each);
        }
    }

    /** What earlier layers brought there; what this one brings is kept, with the folders to it. */
    private void removed(Path path) throws IOException {
        step(path.toString());
        if (!path.startsWith(root) || path.equals(root)) {
            return;
        }
        boolean kept = fresh.contains(path) || holding.contains(path);
        if (!kept) {
            Trees.delete(path);
        } else if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            removedIn(path);
        }
    }

    private void brought(Path path) {
        fresh.add(path);
        for (Path above = path.getParent();
                above != null && above.startsWith(root) && holding.add(above);
                above = above.getParent()) {
            // Marked on the way.
        }
    }

    private void step(String hostile) throws RefusedArchiveException {
        steps++;
        if (steps / STEPS_OF_ONE > manner.caps().entries()) {
            throw new RefusedArchiveException("names that take too long to follow", hostile);
        }
    }

    /** Free for something new, of which the layer that is read is the maker. */
    private Path cleared(List<String> parts) throws IOException {
        Path at = place(parts);
        if (Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
            Trees.delete(at);
        }
        brought(at);
        return at;
    }

    private Path place(List<String> parts) throws IOException {
        return child(walk(parts.subList(0, parts.size() - 1), true), parts.getLast());
    }

    /** The real folder behind these names, below our own whatever links say. */
    private Path walk(List<String> parts, boolean make) throws IOException {
        Deque<String> todo = new ArrayDeque<>(parts);
        Path at = root;
        int hops = 0;
        while (!todo.isEmpty()) {
            String part = todo.pop();
            step(part);
            if (part.isEmpty() || part.equals(".")) {
                continue;
            }
            if (part.equals("..")) {
                at = at.equals(root) ? root : Objects.requireNonNull(at.getParent());
                continue;
            }
            Path next = child(at, part);
            if (Files.isSymbolicLink(next)) {
                hops++;
                if (hops > MOST_HOPS) {
                    throw new RefusedArchiveException("links that lead nowhere", part);
                }
                String aim = Files.readSymbolicLink(next).toString();
                at = aim.startsWith("/") ? root : at;
                List.of(aim.split("/", -1)).reversed().forEach(todo::push);
                continue;
            }
            if (make && !Files.isDirectory(next, LinkOption.NOFOLLOW_LINKS)) {
                Files.deleteIfExists(next);
                made(next);
                count(); // Folders that are only implied can be a flood too.
            }
            at = next;
        }
        return at;
    }

    private static void made(Path folder) throws IOException {
        Files.createDirectory(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Empty for the root itself. */
    private List<String> parts(String hostile) throws RefusedArchiveException {
        String name = hostile.replaceFirst("^/+", "");
        return name.isEmpty() ? List.of() : EntryName.linux(name, manner);
    }

    private static Path child(Path folder, String part) throws RefusedArchiveException {
        try {
            return folder.resolve(part);
        } catch (InvalidPathException e) {
            throw new RefusedArchiveException("a name that this system cannot write", part);
        }
    }

    private static boolean begins(byte[] bytes, int... magic) {
        for (int i = 0; i < magic.length; i++) {
            if (i >= bytes.length || (bytes[i] & 0xff) != magic[i]) {
                return false;
            }
        }
        return true;
    }
}
