package io.mcpsf.broker;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** AES-256-GCM, bound to the name of the secret, so that two of them cannot be exchanged. */
final class SealedValue {

    private static final int KEY = 32;
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;

    private SealedValue() {}

    static byte[] newKey() {
        byte[] key = new byte[KEY];
        new SecureRandom().nextBytes(key);
        return key;
    }

    static String seal(String name, String value, byte[] key) {
        try {
            byte[] nonce = new byte[NONCE];
            new SecureRandom().nextBytes(nonce);
            byte[] sealed =
                    cipher(Cipher.ENCRYPT_MODE, name, nonce, key)
                            .doFinal(value.getBytes(StandardCharsets.UTF_8));
            byte[] whole = Arrays.copyOf(nonce, NONCE + sealed.length);
            System.arraycopy(sealed, 0, whole, NONCE, sealed.length);
            return Base64.getEncoder().encodeToString(whole);
        } catch (GeneralSecurityException e) {
            throw new VaultException("the secret cannot be sealed", e);
        }
    }

    static String open(String name, String sealed, byte[] key) {
        try {
            byte[] whole = Base64.getDecoder().decode(sealed);
            if (whole.length <= NONCE) {
                throw new VaultException("the secret " + name + " is damaged");
            }
            byte[] plain =
                    cipher(Cipher.DECRYPT_MODE, name, Arrays.copyOf(whole, NONCE), key)
                            .doFinal(whole, NONCE, whole.length - NONCE);
            return new String(plain, StandardCharsets.UTF_8);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new VaultException(
                    "the secret " + name + " is damaged, or was sealed with another key", e);
        }
    }

    private static Cipher cipher(int mode, String name, byte[] nonce, byte[] key)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(("mcpsf secret " + name).getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}
