package io.mcpsf.os;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** One file or link of a tree that was written: where it lies, what it is, what it holds. */
public record TreeEntry(String path, Kind kind, String sha256) {

    /** Of all that a mode can say, this is what a reader of the tree can notice. */
    public enum Kind {
        FILE,
        EXECUTABLE,
        LINK
    }

    /** A link is what it points at. */
    public static TreeEntry link(String path, String aim) {
        return new TreeEntry(path, Kind.LINK, hex(aim.getBytes(StandardCharsets.UTF_8)));
    }

    public static TreeEntry file(String path, boolean executable, MessageDigest fed) {
        return new TreeEntry(
                path,
                executable ? Kind.EXECUTABLE : Kind.FILE,
                HexFormat.of().formatHex(fed.digest()));
    }

    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException every_jdk_has_it) {
            throw new IllegalStateException(every_jdk_has_it);
        }
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(digest().digest(bytes));
    }
}
