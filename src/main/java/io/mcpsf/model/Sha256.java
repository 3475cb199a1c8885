package io.mcpsf.model;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** The SHA-256 of some bytes, in lower-case hex. */
public record Sha256(String hex) {

    private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");

    public Sha256 {
        if (!FORM.matcher(hex).matches()) {
            throw new IllegalArgumentException(
                    "not a SHA-256 in hex: " + hex.length() + " characters");
        }
    }

    public static Sha256 of(byte[] bytes) {
        return of(digest().digest(bytes), 0);
    }

    /** A digest that is fed piece by piece; hand its result to {@link #of(MessageDigest)}. */
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException every_jdk_has_it) {
            throw new IllegalStateException(every_jdk_has_it);
        }
    }

    public static Sha256 of(MessageDigest fed) {
        return of(fed.digest(), 0);
    }

    private static Sha256 of(byte[] digest, int from) {
        return new Sha256(HexFormat.of().formatHex(digest, from, from + 32));
    }

    @Override
    public String toString() {
        return hex;
    }
}
