package io.mcpsf.acquire;

import io.mcpsf.model.Sha256;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * The digest of a tree: SHA-256 over one line for each file and link, sorted, with its path, what
 * it is, and the digest of its content. Times and owners do not count.
 */
final class TreeDigest {

    private TreeDigest() {}

    static Sha256 of(Path root) throws IOException {
        List<String> lines = new ArrayList<>();
        byte[] buffer = new byte[1 << 16];
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                    lines.add(line(root, path, buffer));
                }
            }
        }
        Collections.sort(lines);
        MessageDigest digest = Sha256.digest();
        for (String line : lines) {
            digest.update(line.getBytes(StandardCharsets.UTF_8));
        }
        return Sha256.of(digest);
    }

    /** A zero byte, which no path has, keeps the fields apart. */
    private static String line(Path root, Path path, byte[] buffer) throws IOException {
        String mode;
        Sha256 content;
        if (Files.isSymbolicLink(path)) {
            mode = "link";
            String aim = Files.readSymbolicLink(path).toString();
            content = Sha256.of(aim.getBytes(StandardCharsets.UTF_8));
        } else {
            mode = Files.isExecutable(path) ? "executable" : "file";
            content = content(path, buffer);
        }
        return root.relativize(path) + "\0" + mode + "\0" + content + "\n";
    }

    private static Sha256 content(Path file, byte[] buffer) throws IOException {
        MessageDigest digest = Sha256.digest();
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                digest.update(buffer, 0, count);
            }
        }
        return Sha256.of(digest);
    }
}
