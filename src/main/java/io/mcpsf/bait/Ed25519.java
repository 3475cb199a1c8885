package io.mcpsf.bait;

import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;

/** The public half of an Ed25519 key, from its seed. */
final class Ed25519 {

    private Ed25519() {}

    static byte[] publicKey(byte[] seed) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
            generator.initialize(NamedParameterSpec.ED25519, new Given(seed));
            byte[] encoded = generator.generateKeyPair().getPublic().getEncoded();
            return Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has Ed25519", e);
        }
    }

    /** Chance that is no chance: the generator takes its 32 bytes from here. */
    private static final class Given extends SecureRandom {
        private final byte[] seed;

        Given(byte[] seed) {
            this.seed = seed.clone();
        }

        @Override
        public void nextBytes(byte[] bytes) {
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = seed[i % seed.length];
            }
        }
    }
}
