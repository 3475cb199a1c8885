package io.mcpsf.bait;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Recognises eight bytes of a secret in a short word, wherever they were cut and whatever stands
 * before them: as they are, in hex, base32 or base64. A secret holds nothing but chance, so eight
 * bytes of it are no accident. Only for words that are few and short, such as labels of names.
 */
final class Shreds {

    private static final int BYTES = 8;

    /** Fewer different bytes than this may stand anywhere. */
    private static final int DIFFERENT = 5;

    private static final int LONGEST = 64;
    private static final String BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

    private final Map<Long, Canary> exact = new HashMap<>();
    private final Map<Long, Canary> small = new HashMap<>();

    Shreds(Collection<Canary> canaries) {
        for (Canary canary : canaries) {
            put(exact, canary, canary.bytes());
            put(small, canary, lower(canary.bytes()));
        }
    }

    private static void put(Map<Long, Canary> index, Canary canary, byte[] secret) {
        for (int at = 0; at + BYTES <= secret.length; at++) {
            if (different(secret, at) >= DIFFERENT) {
                index.putIfAbsent(word(secret, at), canary);
            }
        }
    }

    /** Each bait of which this word holds a shred, once. */
    List<Found> in(String hostile) {
        String label = hostile.length() > LONGEST ? hostile.substring(0, LONGEST) : hostile;
        Map<String, Found> found = new LinkedHashMap<>();
        if (label.length() >= BYTES && mixed(label)) {
            look(small, lower(latin(label)), "plain piece", found);
        }
        String lower = label.toLowerCase(Locale.ROOT);
        for (int skip = 0; skip < 2; skip++) {
            look(exact, hex(lower, skip), "hex piece", found);
        }
        for (int skip = 0; skip < 8; skip++) {
            look(exact, base32(lower, skip), "base32 piece", found);
        }
        for (int skip = 0; skip < 4; skip++) {
            look(exact, base64(label, skip), "base64 piece", found);
        }
        return List.copyOf(found.values());
    }

    private static void look(
            Map<Long, Canary> index, byte[] bytes, String encoding, Map<String, Found> found) {
        for (int at = 0; at + BYTES <= bytes.length; at++) {
            Canary canary = index.get(word(bytes, at));
            if (canary != null) {
                found.putIfAbsent(canary.bait(), new Found(canary.bait(), canary.kind(), encoding));
            }
        }
    }

    /** A piece of a secret that is spelled out has letters and digits; a word of people has not. */
    private static boolean mixed(String label) {
        return label.chars().filter(Character::isDigit).count() > 1
                && label.chars().filter(Character::isLetter).count() > 2;
    }

    private static byte[] hex(String label, int skip) {
        var bytes = new byte[label.length() / 2 + 1];
        int length = 0;
        for (int at = skip; at + 1 < label.length(); at += 2) {
            int high = Character.digit(label.charAt(at), 16);
            int low = Character.digit(label.charAt(at + 1), 16);
            // What is no digit stands before, between or behind: a zero there matches nothing.
            bytes[length++] = high < 0 || low < 0 ? 0 : (byte) (high << 4 | low);
        }
        return Arrays.copyOf(bytes, length);
    }

    private static byte[] base32(String label, int skip) {
        var bytes = new byte[label.length()];
        int length = 0;
        long bits = 0;
        int held = 0;
        for (int at = skip; at < label.length(); at++) {
            int value = BASE32.indexOf(label.charAt(at));
            if (value < 0) {
                held = 0;
                bits = 0;
                bytes[length++] = 0;
                continue;
            }
            bits = bits << 5 | value;
            held += 5;
            if (held >= 8) {
                held -= 8;
                bytes[length++] = (byte) (bits >> held);
            }
        }
        return Arrays.copyOf(bytes, length);
    }

    private static byte[] base64(String label, int skip) {
        if (label.length() <= skip) {
            return new byte[0];
        }
        String rest = label.substring(skip).replace('-', '+').replace('_', '/');
        String whole = rest.substring(0, rest.length() - (rest.length() % 4 == 1 ? 1 : 0));
        try {
            return Base64.getDecoder().decode(whole);
        } catch (IllegalArgumentException notBase64) {
            return new byte[0];
        }
    }

    private static byte[] latin(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] lower(byte[] bytes) {
        byte[] lower = bytes.clone();
        for (int i = 0; i < lower.length; i++) {
            if (lower[i] >= 'A' && lower[i] <= 'Z') {
                lower[i] = (byte) (lower[i] + ('a' - 'A'));
            }
        }
        return lower;
    }

    private static long word(byte[] bytes, int at) {
        long word = 0;
        for (int i = 0; i < BYTES; i++) {
            word = word << 8 | (bytes[at + i] & 0xff);
        }
        return word;
    }

    private static long different(byte[] bytes, int at) {
        long seen = 0;
        int count = 0;
        for (int i = at; i < at + BYTES; i++) {
            long bit = 1L << (bytes[i] & 63);
            count += (seen & bit) == 0 ? 1 : 0;
            seen |= bit;
        }
        return count;
    }
}
