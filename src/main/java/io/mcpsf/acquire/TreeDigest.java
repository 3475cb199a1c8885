package io.mcpsf.acquire;

import io.mcpsf.model.Sha256;
import io.mcpsf.os.TreeEntry;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;

/**
 * The digest of a tree: SHA-256 over one line for each file and link, sorted, with its path, what
 * it is, and the digest of its content. Times and owners do not count.
 */
final class TreeDigest {

    private TreeDigest() {}

    static Sha256 of(List<TreeEntry> entries) {
        MessageDigest digest = Sha256.digest();
        entries.stream()
                .map(TreeDigest::line)
                .sorted()
                .forEach(line -> digest.update(line.getBytes(StandardCharsets.UTF_8)));
        return Sha256.of(digest);
    }

    /** A zero byte, which no path has, keeps the fields apart. */
    private static String line(TreeEntry entry) {
        return entry.path()
                + "\0"
                + entry.kind().name().toLowerCase(Locale.ROOT)
                + "\0"
                + entry.sha256()
                + "\n";
    }
}
