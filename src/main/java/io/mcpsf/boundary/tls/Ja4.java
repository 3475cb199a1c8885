package io.mcpsf.boundary.tls;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/** The JA4 fingerprint of a client hello: the same for the same TLS library and settings. */
final class Ja4 {

    private final List<Integer> ciphers = new ArrayList<>();
    private final List<Integer> extensions = new ArrayList<>();
    private final List<Integer> signatures = new ArrayList<>();
    private int version;

    void version(int offered) {
        if (!grease(offered)) {
            version = Math.max(version, offered);
        }
    }

    void cipher(int cipher) {
        add(ciphers, cipher);
    }

    void extension(int type) {
        add(extensions, type);
    }

    void signature(int algorithm) {
        add(signatures, algorithm);
    }

    String text(boolean named, List<String> protocols) {
        return "t%s%s%02d%02d%s_%s_%s"
                .formatted(
                        versionName(),
                        named ? "d" : "i",
                        Math.min(99, ciphers.size()),
                        Math.min(99, extensions.size()),
                        ends(protocols),
                        hash(hex(ciphers.stream().sorted().toList())),
                        hash(extensionText()));
    }

    private String extensionText() {
        String sorted =
                hex(extensions.stream().filter(type -> type != 0 && type != 16).sorted().toList());
        return signatures.isEmpty() ? sorted : sorted + "_" + hex(signatures);
    }

    private String versionName() {
        return switch (version) {
            case 0x0304 -> "13";
            case 0x0303 -> "12";
            case 0x0302 -> "11";
            case 0x0301 -> "10";
            case 0x0300 -> "s3";
            default -> "00";
        };
    }

    private static String ends(List<String> protocols) {
        if (protocols.isEmpty() || protocols.getFirst().isEmpty()) {
            return "00";
        }
        String first = protocols.getFirst();
        char a = first.charAt(0);
        char z = first.charAt(first.length() - 1);
        if (plain(a) && plain(z)) {
            return "" + a + z;
        }
        String hex = HexFormat.of().formatHex(first.getBytes(StandardCharsets.ISO_8859_1));
        return "" + hex.charAt(0) + hex.charAt(hex.length() - 1);
    }

    private static boolean plain(char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static String hex(List<Integer> numbers) {
        return numbers.stream().map("%04x"::formatted).collect(Collectors.joining(","));
    }

    private static String hash(String text) {
        if (text.isEmpty()) {
            return "000000000000";
        }
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.ISO_8859_1));
            return HexFormat.of().formatHex(hash, 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static void add(List<Integer> list, int value) {
        if (!grease(value) && list.size() < 400) {
            list.add(value);
        }
    }

    /** Values that some clients throw in so that servers do not get used to a fixed set. */
    private static boolean grease(int value) {
        return (value & 0x0f0f) == 0x0a0a && (value >> 8) == (value & 0xff);
    }
}
