package io.mcpsf.boundary;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.Optional;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/**
 * The authorities that this machine trusts: those of its own bundle, because a company's proxy may
 * have added one there that the JDK does not know; the JDK's when there is no bundle.
 */
final class SystemTrust {

    private static final List<Path> BUNDLES =
            List.of(
                    Path.of("/etc/ssl/certs/ca-certificates.crt"),
                    Path.of("/etc/pki/tls/certs/ca-bundle.crt"),
                    Path.of("/etc/ssl/ca-bundle.pem"),
                    Path.of("/etc/ssl/cert.pem"));

    private SystemTrust() {}

    /** The bundle as text, or empty. */
    static String pem() {
        Optional<Path> bundle = BUNDLES.stream().filter(Files::isReadable).findFirst();
        try {
            return bundle.isEmpty() ? "" : Files.readString(bundle.get(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + bundle.get(), e);
        }
    }

    static SSLSocketFactory sockets() {
        String pem = pem();
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            TrustManagerFactory trust =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(pem.isEmpty() ? null : store(pem));
            context.init(null, trust.getTrustManagers(), null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException | IOException e) {
            throw new BoundaryException("cannot load the system's certificates", e);
        }
    }

    private static KeyStore store(String pem) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        int number = 0;
        for (Certificate certificate :
                CertificateFactory.getInstance("X.509")
                        .generateCertificates(
                                new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)))) {
            store.setCertificateEntry("ca" + number++, certificate);
        }
        return store;
    }
}
