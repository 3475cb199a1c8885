package io.mcpsf.web;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;

import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** Whom we believe: the JDK's authorities and those of the user's own files. */
final class Authorities {

    private Authorities() {}

    static SSLContext with(List<Path> files) throws IOException {
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int count = 0;
            for (TrustManager manager : managers(null)) {
                if (manager instanceof X509TrustManager usual) {
                    for (X509Certificate certificate : usual.getAcceptedIssuers()) {
                        store.setCertificateEntry("usual" + count++, certificate);
                    }
                }
            }
            for (Path file : files) {
                try (InputStream in = Files.newInputStream(file)) {
                    for (Certificate certificate :
                            CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                        store.setCertificateEntry("own" + count++, certificate);
                    }
                }
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers(store), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IOException(
                    "The certificates in %s cannot be read: %s".formatted(files, e.getMessage()),
                    e);
        }
    }

    private static TrustManager[] managers(@org.jspecify.annotations.Nullable KeyStore store)
            throws GeneralSecurityException {
        TrustManagerFactory factory =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }
}
