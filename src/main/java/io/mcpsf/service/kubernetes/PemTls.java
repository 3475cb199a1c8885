package io.mcpsf.service.kubernetes;

import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.jspecify.annotations.Nullable;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;

import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS from PEM texts: whom we believe, and who we are. Nobody else is believed. */
final class PemTls {

    private static final char[] NO_PASSWORD = new char[0];

    private PemTls() {}

    /** Trusts only these; {@code certificate} and {@code key} are empty for who shows none. */
    static SSLContext context(byte[] authorities, byte[] certificate, byte[] key)
            throws IOException {
        try {
            TrustManagerFactory trusted =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trusted.init(authorities.length == 0 ? null : trusting(authorities));
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    certificate.length == 0 ? null : keys(certificate, key),
                    trusted.getTrustManagers(),
                    null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificates can't be used: " + e.getMessage(), e);
        }
    }

    /** Shows this certificate, to whoever connects. */
    static SSLContext serving(Certificate certificate, PrivateKey key) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers(new Certificate[] {certificate}, key), null, null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("cannot serve with a certificate of our own", e);
        }
    }

    private static @Nullable KeyStore trusting(byte[] pem)
            throws GeneralSecurityException, IOException {
        KeyStore store = empty();
        int count = 0;
        for (Certificate one : certificates(pem)) {
            store.setCertificateEntry("trusted" + count++, one);
        }
        return store;
    }

    private static KeyManager[] keys(byte[] certificate, byte[] key)
            throws GeneralSecurityException, IOException {
        return managers(certificates(certificate).toArray(Certificate[]::new), privateKey(key));
    }

    private static KeyManager[] managers(Certificate[] chain, PrivateKey key)
            throws GeneralSecurityException, IOException {
        KeyStore store = empty();
        store.setKeyEntry("ours", key, NO_PASSWORD, chain);
        KeyManagerFactory factory =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NO_PASSWORD);
        return factory.getKeyManagers();
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static Collection<? extends Certificate> certificates(byte[] pem)
            throws GeneralSecurityException {
        return CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem));
    }

    /** Tools write keys in three forms. */
    private static PrivateKey privateKey(byte[] pem) throws IOException {
        try (var parser =
                new PEMParser(new StringReader(new String(pem, StandardCharsets.US_ASCII)))) {
            var converter = new JcaPEMKeyConverter();
            for (Object found = parser.readObject(); found != null; found = parser.readObject()) {
                if (found instanceof PEMKeyPair pair) {
                    return converter.getKeyPair(pair).getPrivate();
                }
                if (found instanceof PrivateKeyInfo info) {
                    return converter.getPrivateKey(info);
                }
            }
        }
        throw new IOException("there is no private key in the PEM text");
    }
}
