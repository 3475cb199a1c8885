package io.mcpsf.boundary;

import java.util.Arrays;
import java.util.List;

/**
 * Output that comes piece by piece, with stand-ins in the place of secrets. Holds back only what
 * may be the beginning of a secret.
 */
public final class MaskedChunks {

    private final SecretMask mask;
    private byte[] held = new byte[0];

    public MaskedChunks(List<SecretPlace> secrets) {
        this.mask = new SecretMask(secrets);
    }

    /** What can be passed on now. */
    public synchronized byte[] take(byte[] chunk) {
        byte[] all = Arrays.copyOf(held, held.length + chunk.length);
        System.arraycopy(chunk, 0, all, held.length, chunk.length);
        mask.mask(all);
        int ready = all.length - mask.beginning(all);
        held = Arrays.copyOfRange(all, ready, all.length);
        return Arrays.copyOf(all, ready);
    }

    /** What was held back, when nothing more comes. */
    public synchronized byte[] rest() {
        byte[] rest = held;
        held = new byte[0];
        return rest;
    }
}
