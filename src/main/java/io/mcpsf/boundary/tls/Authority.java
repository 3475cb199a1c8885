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

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The certificate authority of one run. Only the sandbox trusts it. All leaves share one key: they
 * are all ours.
 */
public final class Authority {

    private static final int MAX_LEAVES = 512;
    private static final Duration BACK = Duration.ofDays(21);
    // A start on a later day still finds them valid.
    private static final Duration AHEAD = Duration.ofDays(376);

    /** A name that is the same in every run would give us away; these are made of common words. */
    private static final List<String> HOUSES =
            List.of(
                    "Northgate",
                    "Harbor",
                    "Summit",
                    "Meridian",
                    "Cobalt",
                    "Linden",
                    "Atlas",
                    "Beacon",
                    "Crestline",
                    "Evergreen",
                    "Fairfield",
                    "Granite",
                    "Keystone",
                    "Lakeside",
                    "Monarch",
                    "Orchard",
                    "Pinnacle",
                    "Redwood",
                    "Sterling",
                    "Westbridge");

    private static final List<String> TRADES =
            List.of("Trust Services", "Trust Network", "Certification", "Secure Networks", "PKI");
    private static final List<String> LANDS = List.of("US", "US", "GB", "DE", "NL", "CA", "FR");

    private final SecureRandom random = new SecureRandom();
    private final Instant now;
    private final PrivateKey rootKey;
    private final X500Name issuer;
    private final X509Certificate certificate;
    private final PublicKey leafPublic;
    private final PrivateKey leafKey;
    private final Map<String, X509Certificate> minted =
            new LinkedHashMap<>(16, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, X509Certificate> eldest) {
                    return size() > MAX_LEAVES;
                }
            };

    public Authority(Instant now) {
        this.now = now;
        this.issuer = issuer(random);
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"), random);
            KeyPair root = generator.generateKeyPair();
            KeyPair leaf = generator.generateKeyPair();
            this.rootKey = root.getPrivate();
            this.leafPublic = leaf.getPublic();
            this.leafKey = leaf.getPrivate();
            this.certificate = rootCertificate(root.getPublic());
        } catch (GeneralSecurityException | OperatorCreationException | CertIOException e) {
            throw new IllegalStateException("cannot make a certificate authority", e);
        }
    }

    private Authority(
            Instant now,
            PrivateKey rootKey,
            X509Certificate certificate,
            PublicKey leafPublic,
            PrivateKey leafKey) {
        this.now = now;
        this.rootKey = rootKey;
        this.issuer = X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded());
        this.certificate = certificate;
        this.leafPublic = leafPublic;
        this.leafKey = leafKey;
    }

    private static X500Name issuer(SecureRandom random) {
        String house = drawn(HOUSES, random);
        String name =
                "C=%s,O=%s %s,CN=%s Root %s%d"
                        .formatted(
                                drawn(LANDS, random),
                                house,
                                drawn(TRADES, random),
                                house,
                                drawn(List.of("CA G", "R", "E", "CA "), random),
                                1 + random.nextInt(9));
        return new X500Name(name);
    }

    private static String drawn(List<String> words, SecureRandom random) {
        return words.get(random.nextInt(words.size()));
    }

    /** Everything of it, to be used by a later run instead of this one. */
    public byte[] kept() {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            for (byte[] part :
                    List.of(
                            rootKey.getEncoded(),
                            der(),
                            leafPublic.getEncoded(),
                            leafKey.getEncoded())) {
                out.writeShort(part.length);
                out.write(part);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        return bytes.toByteArray();
    }

    /** One that was made before; empty when that is none, or not all of it. */
    public static Optional<Authority> read(byte[] kept, Instant now) {
        try (var in = new DataInputStream(new ByteArrayInputStream(kept))) {
            KeyFactory keys = KeyFactory.getInstance("EC");
            PrivateKey rootKey = keys.generatePrivate(new PKCS8EncodedKeySpec(part(in)));
            var certificate =
                    (X509Certificate)
                            CertificateFactory.getInstance("X.509")
                                    .generateCertificate(new ByteArrayInputStream(part(in)));
            certificate.checkValidity(Date.from(now));
            PublicKey leafPublic = keys.generatePublic(new X509EncodedKeySpec(part(in)));
            PrivateKey leafKey = keys.generatePrivate(new PKCS8EncodedKeySpec(part(in)));
            return Optional.of(new Authority(now, rootKey, certificate, leafPublic, leafKey));
        } catch (IOException | GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    private static byte[] part(DataInputStream in) throws IOException {
        byte[] part = new byte[in.readUnsignedShort()];
        in.readFully(part);
        return part;
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
        return leafKey;
    }

    private synchronized X509Certificate leaf(String name) {
        X509Certificate known = minted.get(name);
        if (known != null) {
            return known;
        }
        try {
            var builder =
                    new JcaX509v3CertificateBuilder(
                            issuer,
                            new BigInteger(127, random),
                            Date.from(now.minus(BACK)),
                            Date.from(now.plus(AHEAD)),
                            new X500Name("CN=" + (name.length() > 63 ? "host" : safe(name))),
                            leafPublic);
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

    private X509Certificate rootCertificate(PublicKey root)
            throws GeneralSecurityException, OperatorCreationException, CertIOException {
        var builder =
                new JcaX509v3CertificateBuilder(
                        issuer,
                        new BigInteger(127, random),
                        Date.from(now.minus(Duration.ofDays(1500))),
                        Date.from(now.plus(Duration.ofDays(2000))),
                        issuer,
                        root);
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
        builder.addExtension(
                Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
        return sign(builder);
    }

    private X509Certificate sign(JcaX509v3CertificateBuilder builder)
            throws OperatorCreationException, GeneralSecurityException {
        var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(rootKey);
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
