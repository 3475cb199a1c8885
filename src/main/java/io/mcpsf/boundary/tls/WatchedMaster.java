package io.mcpsf.boundary.tls;

import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;

import javax.crypto.KeyGenerator;
import javax.crypto.KeyGeneratorSpi;
import javax.crypto.SecretKey;

/** The JDK's generator of TLS 1.2 master secrets, looked at. */
abstract class WatchedMaster extends KeyGeneratorSpi {

    private final KeyGenerator real;

    WatchedMaster(String algorithm) {
        try {
            real = KeyGenerator.getInstance(algorithm, "SunJCE");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("SunJCE has no " + algorithm, e);
        }
    }

    @Override
    protected void engineInit(SecureRandom random) {
        real.init(random);
    }

    @Override
    protected void engineInit(AlgorithmParameterSpec parameters, SecureRandom random)
            throws InvalidAlgorithmParameterException {
        real.init(parameters, random);
    }

    @Override
    protected void engineInit(int size, SecureRandom random) {
        real.init(size, random);
    }

    @Override
    protected SecretKey engineGenerateKey() {
        SecretKey key = real.generateKey();
        byte[] secret = key.getEncoded();
        if (secret != null && KeyLog.active()) {
            KeyLog.current().log("CLIENT_RANDOM", secret);
        }
        return key;
    }

    /** Public with this constructor because the provider makes it by reflection. */
    public static final class Plain extends WatchedMaster {
        public Plain() {
            super("SunTls12MasterSecret");
        }
    }

    /** Public with this constructor because the provider makes it by reflection. */
    public static final class Extended extends WatchedMaster {
        public Extended() {
            super("SunTlsExtendedMasterSecret");
        }
    }
}
