package io.mcpsf.service.kubernetes;

import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;

import javax.net.ssl.SSLContext;

/**
 * A certificate that a dispatcher makes for itself and tells its pods: they believe this one and no
 * authority, so that nothing has to be set up and nobody in between can read a request.
 */
record DispatcherCertificate(X509Certificate certificate, PrivateKey key) {

    /** Longer than any process lives; a new one is made at each start. */
    private static final Duration VALID = Duration.ofDays(3_650);

    static DispatcherCertificate of(String host) {
        try {
            var random = new SecureRandom();
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"), random);
            KeyPair pair = generator.generateKeyPair();
            var name = new X500Name("CN=mcpsf dispatcher");
            boolean address = host.matches("[0-9.]+|[0-9a-fA-F:]+");
            Instant now = Instant.now();
            X509Certificate certificate =
                    new JcaX509CertificateConverter()
                            .getCertificate(
                                    new JcaX509v3CertificateBuilder(
                                                    name,
                                                    new BigInteger(120, random),
                                                    Date.from(now.minus(Duration.ofDays(1))),
                                                    Date.from(now.plus(VALID)),
                                                    name,
                                                    pair.getPublic())
                                            .addExtension(
                                                    Extension.subjectAlternativeName,
                                                    false,
                                                    new GeneralNames(
                                                            new GeneralName(
                                                                    address
                                                                            ? GeneralName.iPAddress
                                                                            : GeneralName.dNSName,
                                                                    host)))
                                            .build(
                                                    new JcaContentSignerBuilder("SHA256withECDSA")
                                                            .build(pair.getPrivate())));
            return new DispatcherCertificate(certificate, pair.getPrivate());
        } catch (GeneralSecurityException | OperatorCreationException | CertIOException e) {
            throw new IllegalStateException("cannot make a certificate", e);
        }
    }

    SSLContext context() {
        return PemTls.serving(certificate, key);
    }

    String base64() {
        try {
            return Base64.getEncoder().encodeToString(certificate.getEncoded());
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("a certificate of ours can't be written", e);
        }
    }

    @Override
    public String toString() {
        return "certificate " + certificate.getSerialNumber();
    }
}
