package io.mcpsf.acquire;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The digest that a registry promises for a file. Several may be named; the strongest counts. */
record Integrity(String algorithm, List<String> hex) {

    /** The strongest first. */
    private static final Map<String, String> NAMES =
            Map.of("sha512", "SHA-512", "sha384", "SHA-384", "sha256", "SHA-256", "sha1", "SHA-1");

    private static final List<String> STRONGEST_FIRST =
            List.of("sha512", "sha384", "sha256", "sha1");

    Integrity {
        hex = List.copyOf(hex);
    }

    /** {@code sha512-base64}, one or more of them, as npm writes it. */
    static Optional<Integrity> ofSri(String hostile) {
        List<String> words = hostile.length() > 4096 ? List.of() : List.of(hostile.split("\\s+"));
        for (String name : STRONGEST_FIRST) {
            List<String> hex =
                    words.stream()
                            .filter(word -> word.startsWith(name + "-"))
                            .map(word -> word.substring(name.length() + 1).replaceAll("\\?.*", ""))
                            .map(Integrity::hexOf)
                            .filter(digest -> !digest.isEmpty())
                            .toList();
            if (!hex.isEmpty()) {
                return Optional.of(new Integrity(name, hex));
            }
        }
        return Optional.empty();
    }

    static Optional<Integrity> ofHex(String algorithm, String hostile) {
        return NAMES.containsKey(algorithm) && hostile.matches("[0-9a-fA-F]{40,128}")
                ? Optional.of(
                        new Integrity(
                                algorithm, List.of(hostile.toLowerCase(java.util.Locale.ROOT))))
                : Optional.empty();
    }

    boolean fits(Path file) throws IOException {
        MessageDigest digest = digest();
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                digest.update(buffer, 0, count);
            }
        }
        byte[] found = digest.digest();
        return hex.stream()
                .anyMatch(promised -> Arrays.equals(HexFormat.of().parseHex(promised), found));
    }

    /** {@code sha512-…} in npm's form, others as {@code sha256:…} in hex. */
    String shown() {
        byte[] first = HexFormat.of().parseHex(hex.getFirst());
        return algorithm.equals("sha512")
                ? "sha512-" + Base64.getEncoder().encodeToString(first)
                : algorithm + ":" + hex.getFirst();
    }

    private MessageDigest digest() {
        try {
            return MessageDigest.getInstance(NAMES.getOrDefault(algorithm, algorithm));
        } catch (NoSuchAlgorithmException every_jdk_has_them) {
            throw new IllegalStateException(every_jdk_has_them);
        }
    }

    private static String hexOf(String base64) {
        try {
            return HexFormat.of().formatHex(Base64.getDecoder().decode(base64));
        } catch (IllegalArgumentException e) {
            return "";
        }
    }
}
