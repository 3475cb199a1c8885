package io.mcpsf.service.storage;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;

import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** The operator's secret, from which a key for each purpose is derived; or none. */
public final class MasterKey {

    private static final int BYTES = 32;

    private final byte[] secret;

    private MasterKey(byte[] secret) {
        this.secret = secret;
    }

    public static MasterKey none() {
        return new MasterKey(new byte[0]);
    }

    /** From 32 bytes in base64, as {@code openssl rand -base64 32} makes them. */
    public static MasterKey parse(String base64) {
        try {
            byte[] bytes = Base64.getDecoder().decode(base64.strip());
            if (bytes.length == BYTES) {
                return new MasterKey(bytes);
            }
        } catch (IllegalArgumentException e) {
            // Told below in the same words: the text itself must not be repeated.
        }
        throw new IllegalArgumentException("the master key must be 32 bytes in base64");
    }

    public boolean given() {
        return secret.length > 0;
    }

    /** 256 bits for one purpose alone. */
    public SecretKey derive(String purpose, byte[] salt) {
        if (!given()) {
            throw new IllegalStateException("there is no master key");
        }
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            mac.update(purpose.getBytes(StandardCharsets.UTF_8));
            mac.update((byte) 0);
            return new SecretKeySpec(mac.doFinal(salt), "AES");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no HmacSHA256", e);
        }
    }

    @Override
    public String toString() {
        return given() ? "a master key" : "no master key";
    }
}
