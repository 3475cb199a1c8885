package io.mcpsf.boundary.tls;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.security.InvalidAlgorithmParameterException;
import java.security.NoSuchAlgorithmException;
import java.security.NoSuchProviderException;
import java.security.spec.AlgorithmParameterSpec;

import javax.crypto.KDF;
import javax.crypto.KDFParameters;
import javax.crypto.KDFSpi;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;

/** The JDK's HKDF, looked at: the traffic secrets of TLS 1.3. */
abstract class WatchedDerivation extends KDFSpi {

    private final KDF real;

    WatchedDerivation(String algorithm, @Nullable KDFParameters parameters)
            throws InvalidAlgorithmParameterException {
        super(parameters);
        try {
            real = KDF.getInstance(algorithm, parameters, "SunJCE");
        } catch (NoSuchAlgorithmException | NoSuchProviderException e) {
            throw new InvalidAlgorithmParameterException(e);
        }
    }

    @Override
    protected @Nullable KDFParameters engineGetParameters() {
        return real.getParameters();
    }

    @Override
    protected SecretKey engineDeriveKey(String algorithm, AlgorithmParameterSpec spec)
            throws InvalidAlgorithmParameterException, NoSuchAlgorithmException {
        SecretKey key = real.deriveKey(algorithm, spec);
        byte[] secret = key.getEncoded();
        if (secret != null) {
            look(spec, secret);
        }
        return key;
    }

    @Override
    protected byte[] engineDeriveData(AlgorithmParameterSpec spec)
            throws InvalidAlgorithmParameterException {
        byte[] data = real.deriveData(spec);
        look(spec, data);
        return data;
    }

    private static void look(AlgorithmParameterSpec spec, byte[] secret) {
        if (!KeyLog.active() || !(spec instanceof HKDFParameterSpec.Expand expand)) {
            return;
        }
        byte[] info = expand.info();
        if (info == null || info.length < 4 || info.length < 3 + (info[2] & 0xff)) {
            return;
        }
        String name =
                switch (new String(info, 3, info[2] & 0xff, StandardCharsets.US_ASCII)) {
                    case "tls13 c hs traffic" -> "CLIENT_HANDSHAKE_TRAFFIC_SECRET";
                    case "tls13 s hs traffic" -> "SERVER_HANDSHAKE_TRAFFIC_SECRET";
                    case "tls13 c ap traffic" -> "CLIENT_TRAFFIC_SECRET_0";
                    case "tls13 s ap traffic" -> "SERVER_TRAFFIC_SECRET_0";
                    case "tls13 exp master" -> "EXPORTER_SECRET";
                    default -> "";
                };
        if (!name.isEmpty()) {
            KeyLog.current().log(name, secret);
        }
    }

    /** Public with this constructor because the provider makes it by reflection. */
    public static final class Sha256 extends WatchedDerivation {
        public Sha256(@Nullable KDFParameters parameters)
                throws InvalidAlgorithmParameterException {
            super("HKDF-SHA256", parameters);
        }
    }

    /** Public with this constructor because the provider makes it by reflection. */
    public static final class Sha384 extends WatchedDerivation {
        public Sha384(@Nullable KDFParameters parameters)
                throws InvalidAlgorithmParameterException {
            super("HKDF-SHA384", parameters);
        }
    }
}
