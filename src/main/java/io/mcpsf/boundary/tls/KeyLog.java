package io.mcpsf.boundary.tls;

import java.io.IOException;
import java.security.Provider;
import java.security.Security;
import java.util.HexFormat;

/**
 * Learns the secrets of our own handshakes, so that a capture can be decrypted. The JDK's TLS asks
 * for its key derivation by ordinary provider lookup; a provider in front of the list hands each
 * request on and looks at the result. It sees only handshakes made inside {@link #during}.
 */
public final class KeyLog {

    /** Where lines in the format of {@code SSLKEYLOGFILE} go. */
    @FunctionalInterface
    public interface Lines {
        void line(String line);
    }

    /** The handshake that a thread is making: for which name, with which client random. */
    record Handshake(String name, String clientRandom, Lines lines) {
        void log(String label, byte[] secret) {
            lines.line(label + " " + clientRandom + " " + HexFormat.of().formatHex(secret));
        }
    }

    @FunctionalInterface
    interface Work {
        void run() throws IOException;
    }

    private static final String NAME = "McpsfKeyLog";
    private static final ScopedValue<Handshake> HANDSHAKE = ScopedValue.newInstance();

    private KeyLog() {}

    /** Puts the provider in front of the JDK's own, once. */
    static void install() {
        if (Security.getProvider(NAME) == null) {
            Security.insertProviderAt(new Watching(), 1);
        }
    }

    static void during(Handshake handshake, Work work) throws IOException {
        ScopedValue.where(HANDSHAKE, handshake)
                .call(
                        () -> {
                            work.run();
                            return handshake;
                        });
    }

    static boolean active() {
        return HANDSHAKE.isBound();
    }

    static Handshake current() {
        return HANDSHAKE.get();
    }

    private static final class Watching extends Provider {
        private Watching() {
            super(NAME, "1", "hands on to SunJCE");
            put("KDF.HKDF-SHA256", WatchedDerivation.Sha256.class.getName());
            put("KDF.HKDF-SHA384", WatchedDerivation.Sha384.class.getName());
            put("KeyGenerator.SunTls12MasterSecret", WatchedMaster.Plain.class.getName());
            put("KeyGenerator.SunTlsExtendedMasterSecret", WatchedMaster.Extended.class.getName());
        }
    }
}
