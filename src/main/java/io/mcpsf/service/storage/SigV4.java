package io.mcpsf.service.storage;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs requests to S3: AWS Signature Version 4. */
public final class SigV4 {

    /** The digest of no bytes. */
    static final String NOTHING = hex(sha256().digest());

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private final Credentials who;
    private final InstantSource clock;

    public record Credentials(String id, String secret, String sessionToken, String region) {
        @Override
        public String toString() {
            return "credentials of " + id;
        }
    }

    SigV4(Credentials who, InstantSource clock) {
        this.who = who;
        this.clock = clock;
    }

    /** The headers that a request needs besides its host. */
    Map<String, String> headers(
            String method, String host, String path, String query, String digest) {
        String time = TIME.format(clock.instant());
        String day = time.substring(0, 8);
        var signed = new java.util.TreeMap<String, String>();
        signed.put("host", host);
        signed.put("x-amz-content-sha256", digest);
        signed.put("x-amz-date", time);
        if (!who.sessionToken().isEmpty()) {
            signed.put("x-amz-security-token", who.sessionToken());
        }
        String names = String.join(";", signed.keySet());
        String canonical =
                method
                        + "\n"
                        + path
                        + "\n"
                        + query
                        + "\n"
                        + signed.entrySet().stream()
                                .map(e -> e.getKey() + ":" + e.getValue() + "\n")
                                .collect(Collectors.joining())
                        + "\n"
                        + names
                        + "\n"
                        + digest;
        String scope = day + "/" + who.region() + "/s3/aws4_request";
        String toSign =
                "AWS4-HMAC-SHA256\n"
                        + time
                        + "\n"
                        + scope
                        + "\n"
                        + hex(sha256().digest(bytes(canonical)));
        byte[] key = hmac(bytes("AWS4" + who.secret()), day);
        for (String part : new String[] {who.region(), "s3", "aws4_request"}) {
            key = hmac(key, part);
        }
        var headers = new LinkedHashMap<String, String>(signed);
        headers.remove("host");
        headers.put(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=%s/%s, SignedHeaders=%s, Signature=%s"
                        .formatted(who.id(), scope, names, hex(hmac(key, toSign))));
        return headers;
    }

    static String query(SortedMap<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(e -> encoded(e.getKey()) + "=" + encoded(e.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    static String sha256(Path file) throws IOException {
        MessageDigest digest = sha256();
        try (InputStream in = Files.newInputStream(file)) {
            var buffer = new byte[1 << 16];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
            }
        }
        return hex(digest.digest());
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(bytes(text));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no HmacSHA256", e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
