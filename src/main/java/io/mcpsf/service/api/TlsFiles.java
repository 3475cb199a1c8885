package io.mcpsf.service.api;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
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

    /** Throws IllegalArgumentException that says which file can't be used, and why. */
    public SSLContext context() {
        Certificate[] chain = chain();
        PrivateKey privateKey = privateKey();
        if (!belongs(privateKey, chain[0])) {
            throw new IllegalArgumentException(
                    "the key %s does not belong to the certificate %s".formatted(key, certificate));
        }
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("mcpsf", privateKey, new char[0], chain);
            KeyManagerFactory keys =
                    KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, new char[0]);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, new SecureRandom());
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalArgumentException(
                    "cannot use the certificate %s or its key".formatted(certificate), e);
        }
    }

    private Certificate[] chain() {
        try (InputStream in = Files.newInputStream(certificate)) {
            Certificate[] chain =
                    CertificateFactory.getInstance("X.509")
                            .generateCertificates(in)
                            .toArray(Certificate[]::new);
            if (chain.length > 0) {
                return chain;
            }
            throw new IllegalArgumentException("there is no certificate in " + certificate);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read the file %s".formatted(certificate), e);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(certificate + " is not a PEM certificate", e);
        }
    }

    /** A handshake would show it only to the first who comes. */
    private static boolean belongs(PrivateKey key, Certificate certificate) {
        String kind =
                switch (key.getAlgorithm()) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    default -> key.getAlgorithm();
                };
        byte[] word = certificate.getPublicKey().getEncoded();
        try {
            Signature signing = Signature.getInstance(kind);
            signing.initSign(key);
            signing.update(word);
            byte[] signed = signing.sign();
            Signature checking = Signature.getInstance(kind);
            checking.initVerify(certificate.getPublicKey());
            checking.update(word);
            return checking.verify(signed);
        } catch (GeneralSecurityException e) {
            // Of another kind, or of another size.
            return false;
        }
    }

    private PrivateKey privateKey() {
        String text;
        try {
            text = Files.readString(key, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read the file %s".formatted(key), e);
        }
        Matcher pem = KEY.matcher(text);
        if (!pem.find()) {
            throw new IllegalArgumentException(
                    key + " is not a PKCS#8 key; convert it with openssl pkcs8 -topk8 -nodes");
        }
        var spec = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1)));
        for (String kind : List.of("RSA", "EC", "EdDSA")) {
            try {
                return KeyFactory.getInstance(kind).generatePrivate(spec);
            } catch (GeneralSecurityException e) {
                // Perhaps of the next kind.
            }
        }
        throw new IllegalArgumentException(key + " is not a supported type of key");
    }
}
