package io.mcpsf.boundary.tls;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedKeyManager;

/** Ends TLS connections to any name with a certificate for that name. */
public final class Terminator {

    private final SSLContext context;
    private final KeyLog.Lines keys;

    /** {@code keys} gets the lines that decrypt a capture of these connections. */
    public Terminator(Authority authority, KeyLog.Lines keys) {
        this.keys = keys;
        KeyLog.install();
        try {
            context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {new MintingKeys(authority)}, null, null);
            context.getServerSessionContext().setSessionCacheSize(256);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot make a TLS context", e);
        }
    }

    /**
     * Makes the handshake on the calling thread. {@code consumed} are the bytes of the connection
     * that were read already.
     */
    public SSLSocket accept(Socket socket, byte[] consumed, ClientHello hello, String name)
            throws IOException {
        var tls =
                (SSLSocket)
                        context.getSocketFactory()
                                .createSocket(socket, new ByteArrayInputStream(consumed), true);
        SSLParameters parameters = tls.getSSLParameters();
        parameters.setApplicationProtocols(protocol(hello.protocols()));
        tls.setSSLParameters(parameters);
        KeyLog.during(new KeyLog.Handshake(name, hello.random(), keys), tls::startHandshake);
        return tls;
    }

    /** HTTP/1.1 when the client can, because we read it best; else whatever it wants most. */
    private static String[] protocol(List<String> offered) {
        if (offered.isEmpty()) {
            return new String[0];
        }
        return offered.contains("http/1.1")
                ? new String[] {"http/1.1"}
                : new String[] {offered.contains("h2") ? "h2" : offered.getFirst()};
    }

    private static final class MintingKeys extends X509ExtendedKeyManager {
        private final Authority authority;

        private MintingKeys(Authority authority) {
            this.authority = authority;
        }

        @Override
        public @Nullable String chooseServerAlias(
                String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
            return keyType.equals("EC") ? KeyLog.current().name() : null;
        }

        @Override
        public @Nullable String chooseEngineServerAlias(
                String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
            return null;
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return authority.chain(alias);
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return authority.leafKey();
        }

        @Override
        public String @Nullable [] getServerAliases(String type, Principal @Nullable [] issuers) {
            return null;
        }

        @Override
        public String @Nullable [] getClientAliases(String type, Principal @Nullable [] issuers) {
            return null;
        }

        @Override
        public @Nullable String chooseClientAlias(
                String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
            return null;
        }
    }
}
