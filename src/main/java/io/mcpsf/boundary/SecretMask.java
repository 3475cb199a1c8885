package io.mcpsf.boundary;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Puts stand-ins in the place of secrets. Both are of the same length, so that no length changes.
 */
final class SecretMask {

    private final List<byte[]> values;
    private final List<byte[]> standIns;

    SecretMask(List<SecretPlace> secrets) {
        this.values =
                secrets.stream().map(s -> s.value().getBytes(StandardCharsets.UTF_8)).toList();
        this.standIns =
                secrets.stream().map(s -> s.standIn().getBytes(StandardCharsets.UTF_8)).toList();
    }

    void mask(byte[] held) {
        for (int secret = 0; secret < values.size(); secret++) {
            byte[] value = values.get(secret);
            for (int at = 0; at + value.length <= held.length; at++) {
                if (SecretPlace.matches(held, at, value)) {
                    System.arraycopy(standIns.get(secret), 0, held, at, value.length);
                    at += value.length - 1;
                }
            }
        }
    }

    /** How many of the last bytes may be the beginning of a secret. */
    int beginning(byte[] held) {
        int longest = 0;
        for (byte[] value : values) {
            for (int count = Math.min(value.length - 1, held.length); count > longest; count--) {
                if (begins(held, value, count)) {
                    longest = count;
                }
            }
        }
        return longest;
    }

    private static boolean begins(byte[] held, byte[] value, int count) {
        for (int i = 0; i < count; i++) {
            if (held[held.length - count + i] != value[i]) {
                return false;
            }
        }
        return true;
    }
}
