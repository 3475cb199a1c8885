package io.mcpsf.service.storage;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/** Seals short texts for the database, such as the values of variables. */
public final class Sealer {

    /** What no JSON begins with: a column that may hold either is known by it. */
    private static final String COLUMN = "\u2021";

    private static final String PLAIN = "plain:";
    private static final String SEALED = "sealed:";
    private static final int SALT = 32;

    private final MasterKey master;
    private final SecureRandom chance;

    public Sealer(MasterKey master, SecureRandom chance) {
        this.master = master;
        this.chance = chance;
    }

    /** Encrypted when there is a master key; {@code about} must be the same when it is opened. */
    public String seal(String about, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (!master.given()) {
            return PLAIN + Base64.getEncoder().encodeToString(bytes);
        }
        var salt = new byte[SALT];
        chance.nextBytes(salt);
        byte[] sealed = cipher(Cipher.ENCRYPT_MODE, about, salt, bytes);
        byte[] all = Arrays.copyOf(salt, SALT + sealed.length);
        System.arraycopy(sealed, 0, all, SALT, sealed.length);
        return SEALED + Base64.getEncoder().encodeToString(all);
    }

    /** For a column of text: as it is when there is no master key. */
    String sealColumn(Sealed value) {
        return master.given() && !value.text().isEmpty()
                ? COLUMN + seal(value.about(), value.text())
                : value.text();
    }

    /** What was kept before there was a master key lies there as it is. */
    String openColumn(String about, String kept) {
        return kept.startsWith(COLUMN) ? open(about, kept.substring(COLUMN.length())) : kept;
    }

    public String open(String about, String kept) {
        if (kept.startsWith(PLAIN)) {
            return new String(
                    Base64.getDecoder().decode(kept.substring(PLAIN.length())),
                    StandardCharsets.UTF_8);
        }
        byte[] all = Base64.getDecoder().decode(kept.substring(SEALED.length()));
        byte[] salt = Arrays.copyOf(all, SALT);
        byte[] bytes =
                cipher(Cipher.DECRYPT_MODE, about, salt, Arrays.copyOfRange(all, SALT, all.length));
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private byte[] cipher(int mode, String about, byte[] salt, byte[] bytes) {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            // Each text has a key of its own, so that the nonce may be the same.
            cipher.init(mode, master.derive("text", salt), new GCMParameterSpec(128, new byte[12]));
            cipher.updateAAD(about.getBytes(StandardCharsets.UTF_8));
            return cipher.doFinal(bytes);
        } catch (GeneralSecurityException e) {
            throw new StorageException("cannot decrypt; was another master key used?", e);
        }
    }
}
