package io.mcpsf.inspect;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The files of an artifact, looked at without leaving it. */
public final class ArtifactFolder {

    /** No honest manifest is longer. */
    private static final int MOST = 4 << 20;

    private static final int MOST_NAMES = 1000;

    private final Path root;

    public ArtifactFolder(Path root) {
        this.root = root;
    }

    /**
     * A path inside, plain and with slashes, when there is such a file and no way out of the tree.
     */
    public Optional<String> file(String hostile) {
        try {
            Path path = root.resolve(hostile.replaceFirst("^(\\./)+", "")).normalize();
            boolean inside =
                    path.startsWith(root.normalize())
                            && Files.isRegularFile(path)
                            && path.toRealPath().startsWith(root.toRealPath());
            return inside
                    ? Optional.of(root.normalize().relativize(path).toString())
                    : Optional.empty();
        } catch (InvalidPathException | IOException e) {
            return Optional.empty();
        }
    }

    public boolean hasFolder(String name) {
        Path folder = root.resolve(name);
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) && inside(folder);
    }

    /** Whether no link on the way leads out: an installation may have made any. */
    private boolean inside(Path path) {
        try {
            return path.toRealPath().startsWith(root.toRealPath());
        } catch (IOException e) {
            return false;
        }
    }

    /** The content of a file, nothing when it is absent, and no more than a cap. */
    public byte[] read(String name) {
        Path file = root.resolve(name);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || !inside(file)) {
            return new byte[0];
        }
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return in.readNBytes(MOST);
        } catch (IOException e) {
            return new byte[0];
        }
    }

    public String text(String name) {
        return new String(read(name), StandardCharsets.UTF_8);
    }

    public String firstLine(String name) {
        Path file = root.resolve(name);
        if (!inside(file)) {
            return "";
        }
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(256), StandardCharsets.ISO_8859_1)
                    .lines()
                    .findFirst()
                    .orElse("");
        } catch (IOException e) {
            return "";
        }
    }

    /** The names of the folders in a folder, sorted. */
    public List<String> foldersIn(String name) {
        Path folder = root.resolve(name);
        if (!inside(folder)) {
            return List.of();
        }
        try (Stream<Path> inside = Files.list(folder)) {
            return inside.filter(p -> Files.isDirectory(p, LinkOption.NOFOLLOW_LINKS))
                    .limit(MOST_NAMES)
                    .map(p -> p.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
