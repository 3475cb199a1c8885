package io.mcpsf.service.storage;

import java.security.SecureRandom;
import java.time.InstantSource;

/** Names for what is new: their order is that of time, and nobody can guess one. */
public final class Ids {

    private static final String DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";

    private final InstantSource clock;
    private final SecureRandom chance;

    public Ids(InstantSource clock, SecureRandom chance) {
        this.clock = clock;
        this.chance = chance;
    }

    /** Ten digits of time and sixteen of chance. */
    public String next() {
        var id = new char[26];
        long millis = clock.millis();
        for (int i = 9; i >= 0; i--) {
            id[i] = DIGITS.charAt((int) (millis & 31));
            millis >>>= 5;
        }
        return new String(id, 0, 10) + chance(16);
    }

    /** So many digits of five bits each. */
    public String chance(int digits) {
        var text = new StringBuilder();
        for (int i = 0; i < digits; i++) {
            text.append(DIGITS.charAt(chance.nextInt(32)));
        }
        return text.toString();
    }

    public static boolean isId(String hostile) {
        return hostile.matches("[0-9a-z]{26}");
    }
}
