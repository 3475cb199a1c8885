package io.mcpsf.bait;

import java.nio.charset.StandardCharsets;

/**
 * The part of a decoy that nobody can know who has not read it. {@code secret} holds one byte in
 * each character, so that it can be a text or a binary key; fixed prefixes of a format do not
 * belong in it.
 */
public record Canary(String bait, String kind, String secret) {

    /** The shortest secret that can be told from chance. */
    public static final int MIN_LENGTH = 16;

    public Canary {
        if (secret.length() < MIN_LENGTH) {
            throw new IllegalArgumentException("too short to be told from chance: " + bait);
        }
        if (secret.chars().anyMatch(c -> c > 0xff)) {
            throw new IllegalArgumentException("not one byte for each character: " + bait);
        }
    }

    public byte[] bytes() {
        return secret.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
        return "Canary[" + bait + ", " + kind + "]";
    }
}
