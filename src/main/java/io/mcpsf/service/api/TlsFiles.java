package io.mcpsf.service.api;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate chain and its key as PEM files. */
public record TlsFiles(Path certificate, Path key) {

    private static final Pattern KEY =
            Pattern.compile(
                    "-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

    /** Throws IllegalArgumentException that says which file can't be used. */
    public SSLContext context() {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("mcpsf", privateKey(), new char[0], chain());
            KeyManagerFactory keys =
                    KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, new char[0]);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, new SecureRandom());
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalArgumentException(
                    "the certificate %s or its key can't be used".formatted(certificate), e);
        }
    }

    private Certificate[] chain() throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(certificate)) {
            return CertificateFactory.getInstance("X.509")
                    .generateCertificates(in)
                    .toArray(Certificate[]::new);
        }
    }

    private PrivateKey privateKey() throws IOException, GeneralSecurityException {
        Matcher pem = KEY.matcher(Files.readString(key));
        if (!pem.find()) {
            throw new IllegalArgumentException(
                    key + " is no PKCS#8 key: openssl pkcs8 -topk8 -nodes makes one of it");
        }
        var spec = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1)));
        InvalidKeySpecException last = new InvalidKeySpecException("of no known kind");
        for (String kind : List.of("RSA", "EC", "EdDSA")) {
            try {
                return KeyFactory.getInstance(kind).generatePrivate(spec);
            } catch (InvalidKeySpecException e) {
                last = e;
            }
        }
        throw last;
    }
}
