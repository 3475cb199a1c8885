package io.mcpsf.bait;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A disguise with an unknown key that leaves something unchanged, whatever the key is: under an XOR
 * with a repeating key the differences of bytes one period apart, under a Caesar cipher the
 * distance of each letter from the one before. A secret is looked for in what is unchanged.
 */
final class KeyedDisguise {

    /** Longer keys leave too little of a token unchanged to tell it from chance. */
    private static final int LONGEST_KEY = 8;

    private final String word;
    private final int first;
    private final Unchanged unchanged;

    /** Writes what no key changes; of the first bytes it may depend on what stands before them. */
    private interface Unchanged {
        byte[] of(byte[] bytes);
    }

    private KeyedDisguise(String word, int first, Unchanged unchanged) {
        this.word = word;
        this.first = first;
        this.unchanged = unchanged;
    }

    /** XOR with keys of two bytes and more; one byte is the business of {@link WindowIndex}. */
    static List<KeyedDisguise> all() {
        List<KeyedDisguise> all = new ArrayList<>();
        for (int period = 2; period <= LONGEST_KEY; period++) {
            int lag = period;
            all.add(new KeyedDisguise("xor" + period, 0, bytes -> lagged(bytes, lag)));
        }
        all.add(new KeyedDisguise("caesar", -1, KeyedDisguise::letters));
        all.add(new KeyedDisguise("rot47", 1, bytes -> steps(bytes, 94)));
        all.add(new KeyedDisguise("shifted", 1, bytes -> steps(bytes, 256)));
        return List.copyOf(all);
    }

    String word() {
        return word;
    }

    byte[] unchanged(byte[] bytes) {
        return unchanged.of(bytes);
    }

    /** The same of a secret, without the beginning that depends on what stands before it. */
    byte[] needle(byte[] secret) {
        int from = first >= 0 ? first : afterFirstLetter(secret);
        byte[] all = unchanged.of(secret);
        return from >= all.length ? new byte[0] : Arrays.copyOfRange(all, from, all.length);
    }

    private static byte[] lagged(byte[] bytes, int lag) {
        byte[] out = new byte[Math.max(0, bytes.length - lag)];
        for (int i = 0; i < out.length; i++) {
            out[i] = (byte) (bytes[i] ^ bytes[i + lag]);
        }
        return out;
    }

    /** Letters by their distance from the letter before, in either case; the rest as it is. */
    private static byte[] letters(byte[] bytes) {
        byte[] out = new byte[bytes.length];
        int before = 0;
        for (int i = 0; i < bytes.length; i++) {
            int letter = letter(bytes[i]);
            if (letter < 0) {
                out[i] = bytes[i];
                continue;
            }
            out[i] = (byte) ('a' + Math.floorMod(letter - before, 26));
            before = letter;
        }
        return out;
    }

    private static byte[] steps(byte[] bytes, int modulus) {
        byte[] out = new byte[bytes.length];
        for (int i = 1; i < bytes.length; i++) {
            out[i] = (byte) Math.floorMod(bytes[i] - bytes[i - 1], modulus);
        }
        return out;
    }

    private static int afterFirstLetter(byte[] secret) {
        int at = 0;
        while (at < secret.length && letter(secret[at]) < 0) {
            at++;
        }
        return at + 1;
    }

    private static int letter(byte b) {
        int folded = b | 0x20;
        return folded >= 'a' && folded <= 'z' ? folded - 'a' : -1;
    }
}
