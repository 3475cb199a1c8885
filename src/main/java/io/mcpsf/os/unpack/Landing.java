package io.mcpsf.os.unpack;

import io.mcpsf.os.TreeEntry;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Where entries come down. It alone writes, and only below its folder: parents are folders that it
 * made itself, links are made after everything else so that nothing is written through one.
 */
final class Landing implements Receiver {

    /** Below this an archive of many zeros harms nobody, whatever its ratio. */
    private static final long RATIO_COUNTS_FROM = 32L << 20;

    private static final int BUFFER = 1 << 16;

    private final Path root;
    private final Unpack.Manner manner;
    private final long packedBytes;
    private final byte[] buffer = new byte[BUFFER];

    /** By path. A folder has an empty digest. */
    private final Map<String, TreeEntry> files = new LinkedHashMap<>();

    private final Map<String, Path> folders = new HashMap<>();
    private final Map<String, String> links = new LinkedHashMap<>();

    /** Files by what a case-blind file system would call them. */
    private final Map<String, String> folded = new HashMap<>();

    private long entries;
    private long bytes;
    private long linksLeftOut;

    Landing(Path root, Unpack.Manner manner, long packedBytes) throws IOException {
        this.root = root.toRealPath();
        this.manner = manner;
        this.packedBytes = packedBytes;
        folders.put("", this.root);
    }

    Unpack.Caps caps() {
        return manner.caps();
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
        made(EntryName.parts(hostileName, manner), hostileName);
    }

    @Override
    public void file(String hostileName, boolean executable, long claimed, InputStream content)
            throws IOException {
        List<String> parts = EntryName.parts(hostileName, manner);
        if (parts.isEmpty()) {
            throw new RefusedArchiveException("a file outside the top folder", hostileName);
        }
        if (claimed > manner.caps().bytes()) {
            throw tooLarge();
        }
        String path = String.join("/", parts);
        refuseClash(path, hostileName);
        if (files.containsKey(path)) {
            again(path, executable, hostileName, content);
            return;
        }
        String twin = folded.putIfAbsent(fold(path), path);
        if (twin != null) {
            throw new RefusedArchiveException(
                    "two files whose names differ in case only", twin + " and " + path);
        }
        Path parent = made(parts.subList(0, parts.size() - 1), hostileName);
        files.put(path, written(parent, parts.getLast(), path, executable, content));
    }

    @Override
    public void link(String hostileName, String hostileAim) throws IOException {
        if (manner.links() == Unpack.Links.NONE) {
            linksLeftOut++;
            return;
        }
        List<String> parts = EntryName.parts(hostileName, manner);
        String path = String.join("/", parts);
        if (parts.isEmpty()
                || files.containsKey(path)
                || folders.containsKey(path)
                || links.containsKey(path)) {
            throw new RefusedArchiveException("the same name twice", hostileName);
        }
        if (!staysInside(path, hostileAim)) {
            leadsOut(path, hostileAim);
            return;
        }
        made(parts.subList(0, parts.size() - 1), hostileName);
        links.put(path, hostileAim);
    }

    @Override
    public void hardLink(String hostileName, String hostileAim) throws IOException {
        if (manner.links() != Unpack.Links.NONE) {
            throw new RefusedArchiveException("a hard link", hostileName);
        }
        linksLeftOut++;
    }

    @Override
    public void special(String what, String hostileName) throws IOException {
        throw new RefusedArchiveException(what, hostileName);
    }

    /** Makes the links, now that nothing more is written, and looks where they really lead. */
    Unpack.Unpacked finish() throws IOException {
        for (Map.Entry<String, String> link : links.entrySet()) {
            Files.createSymbolicLink(root.resolve(link.getKey()), Path.of(link.getValue()));
        }
        List<TreeEntry> all = new ArrayList<>(files.values());
        for (Map.Entry<String, String> link : links.entrySet()) {
            Path made = root.resolve(link.getKey());
            if (reallyStaysInside(made)) {
                all.add(TreeEntry.link(link.getKey(), link.getValue()));
            } else {
                leadsOut(link.getKey(), link.getValue());
                Files.delete(made);
            }
        }
        return new Unpack.Unpacked(all, files.size(), folders.size(), bytes, linksLeftOut);
    }

    private void leadsOut(String path, String aim) throws RefusedArchiveException {
        if (manner.links() == Unpack.Links.INNER_OR_REFUSE) {
            throw new RefusedArchiveException("a link that leads outside", path + " -> " + aim);
        }
        linksLeftOut++;
    }

    private boolean staysInside(String path, String aim) {
        try {
            Path target = Path.of(aim);
            return !aim.isEmpty()
                    && !target.isAbsolute()
                    && root.resolve(path).resolveSibling(target).normalize().startsWith(root);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Through every other link on the way, as the kernel would go. */
    private boolean reallyStaysInside(Path link) {
        try {
            return link.toRealPath().startsWith(root);
        } catch (NoSuchFileException e) {
            return true; // It leads to nothing, but lexically to nothing inside.
        } catch (IOException e) {
            return false; // A loop.
        }
    }

    private Path made(List<String> parts, String hostileName) throws IOException {
        String path = "";
        Path folder = root;
        for (String part : parts) {
            path = path.isEmpty() ? part : path + "/" + part;
            Path known = folders.get(path);
            if (known == null) {
                if (files.containsKey(path) || links.containsKey(path)) {
                    throw new RefusedArchiveException("a file used as a folder", hostileName);
                }
                known = Files.createDirectory(child(folder, part, hostileName));
                Files.setPosixFilePermissions(known, PosixFilePermissions.fromString("rwxr-xr-x"));
                folders.put(path, known);
                count(); // Folders that are only implied can be a flood too.
            }
            folder = known;
        }
        return folder;
    }

    private void refuseClash(String path, String hostileName) throws RefusedArchiveException {
        if (folders.containsKey(path) || links.containsKey(path)) {
            throw new RefusedArchiveException("the same name twice", hostileName);
        }
    }

    /** Some packers add a file twice. The same again is harmless; another content is a trick. */
    private void again(String path, boolean executable, String hostileName, InputStream content)
            throws IOException {
        MessageDigest digest = TreeEntry.digest();
        for (int count = content.read(buffer); count >= 0; count = content.read(buffer)) {
            grown(count);
            digest.update(buffer, 0, count);
        }
        if (!TreeEntry.file(path, executable, digest).equals(files.get(path))) {
            throw new RefusedArchiveException(
                    "the same name twice, with two contents", hostileName);
        }
    }

    private TreeEntry written(
            Path parent, String name, String path, boolean executable, InputStream content)
            throws IOException {
        Path file = child(parent, name, path);
        MessageDigest digest = TreeEntry.digest();
        try (OutputStream out =
                Files.newOutputStream(
                        file,
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS)) {
            for (int count = content.read(buffer); count >= 0; count = content.read(buffer)) {
                grown(count);
                digest.update(buffer, 0, count);
                out.write(buffer, 0, count);
            }
        }
        Files.setPosixFilePermissions(
                file, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
        return TreeEntry.file(path, executable, digest);
    }

    private void grown(int count) throws RefusedArchiveException {
        bytes += count;
        if (bytes > manner.caps().bytes()) {
            throw tooLarge();
        }
        if (bytes > RATIO_COUNTS_FROM && bytes / manner.caps().ratio() > packedBytes) {
            throw new RefusedArchiveException(
                    "it unpacks to more than %d times its size".formatted(manner.caps().ratio()));
        }
    }

    private RefusedArchiveException tooLarge() {
        return new RefusedArchiveException("more than %,d bytes".formatted(manner.caps().bytes()));
    }

    private static Path child(Path folder, String part, String hostileName)
            throws RefusedArchiveException {
        try {
            return folder.resolve(part);
        } catch (InvalidPathException e) {
            throw new RefusedArchiveException("a name that this system cannot write", hostileName);
        }
    }

    private static String fold(String path) {
        return Normalizer.normalize(path, Normalizer.Form.NFKC)
                .toUpperCase(Locale.ROOT)
                .toLowerCase(Locale.ROOT);
    }
}
