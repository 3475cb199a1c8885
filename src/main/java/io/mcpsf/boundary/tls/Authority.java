package io.mcpsf.boundary.tls;

import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
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
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The certificate authority of one run. Its key never leaves this object, and only the sandbox
 * trusts it. All leaves share one key: they are all ours.
 */
public final class Authority {

    private static final int MAX_LEAVES = 512;
    private static final Duration BACK = Duration.ofDays(21);
    // A start on a later day still finds them valid.
    private static final Duration AHEAD = Duration.ofDays(376);
    private static final X500Name ISSUER =
            new X500Name("C=US,O=Global Trust Services,CN=GTS Root E4");

    private final SecureRandom random = new SecureRandom();
    private final Instant now;
    private final KeyPair root;
    private final KeyPair leaf;
    private final X509Certificate certificate;
    private final Map<String, X509Certificate> minted =
            new LinkedHashMap<>(16, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, X509Certificate> eldest) {
                    return size() > MAX_LEAVES;
                }
            };

    public Authority(Instant now) {
        this.now = now;
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"), random);
            this.root = generator.generateKeyPair();
            this.leaf = generator.generateKeyPair();
            this.certificate = rootCertificate();
        } catch (GeneralSecurityException | OperatorCreationException | CertIOException e) {
            throw new IllegalStateException("cannot make a certificate authority", e);
        }
    }

    /** The authority's own certificate, as the sandbox must trust it. */
    public String pem() {
        return "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der())
                + "\n-----END CERTIFICATE-----\n";
    }

    /** The same in its binary form. */
    public byte[] der() {
        try {
            return certificate.getEncoded();
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("our own certificate", e);
        }
    }

    /** A chain for a host name or an address. */
    X509Certificate[] chain(String name) {
        return new X509Certificate[] {leaf(name), certificate};
    }

    PrivateKey leafKey() {
        return leaf.getPrivate();
    }

    private synchronized X509Certificate leaf(String name) {
        X509Certificate known = minted.get(name);
        if (known != null) {
            return known;
        }
        try {
            var builder =
                    new JcaX509v3CertificateBuilder(
                            ISSUER,
                            new BigInteger(127, random),
                            Date.from(now.minus(BACK)),
                            Date.from(now.plus(AHEAD)),
                            new X500Name("CN=" + (name.length() > 63 ? "host" : safe(name))),
                            leaf.getPublic());
            builder.addExtension(
                    Extension.subjectAlternativeName, false, new GeneralNames(general(name)));
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
            builder.addExtension(
                    Extension.extendedKeyUsage,
                    false,
                    new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
            X509Certificate fresh = sign(builder);
            minted.put(name, fresh);
            return fresh;
        } catch (GeneralSecurityException | OperatorCreationException | CertIOException e) {
            throw new IllegalStateException("cannot mint a certificate", e);
        }
    }

    private X509Certificate rootCertificate()
            throws GeneralSecurityException, OperatorCreationException, CertIOException {
        var builder =
                new JcaX509v3CertificateBuilder(
                        ISSUER,
                        new BigInteger(127, random),
                        Date.from(now.minus(Duration.ofDays(1500))),
                        Date.from(now.plus(Duration.ofDays(2000))),
                        ISSUER,
                        root.getPublic());
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
        builder.addExtension(
                Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
        return sign(builder);
    }

    private X509Certificate sign(JcaX509v3CertificateBuilder builder)
            throws OperatorCreationException, GeneralSecurityException {
        var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(root.getPrivate());
        return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
    }

    private static GeneralName general(String name) {
        boolean address = name.indexOf(':') >= 0 || name.matches("[0-9]+(\\.[0-9]+){3}");
        return new GeneralName(
                address ? GeneralName.iPAddress : GeneralName.dNSName, address ? name : safe(name));
    }

    /** A name from a hello can hold anything; a certificate's cannot. */
    private static String safe(String hostile) {
        String safe = hostile.replaceAll("[^A-Za-z0-9.:*_-]", "x");
        return safe.isEmpty() ? "host" : safe;
    }
}
