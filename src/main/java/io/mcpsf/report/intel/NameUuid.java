package io.mcpsf.report.intel;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/** Version 5 UUIDs (RFC 9562): the same name always gets the same id. */
final class NameUuid {

    /** Ours alone, drawn once. */
    private static final UUID NAMESPACE = UUID.fromString("5f0e1d3a-6a0b-4c1e-9d7f-2b9a41c8e6d0");

    private NameUuid() {}

    static UUID of(String name) {
        try {
            MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
            sha1.update(
                    ByteBuffer.allocate(16)
                            .putLong(NAMESPACE.getMostSignificantBits())
                            .putLong(NAMESPACE.getLeastSignificantBits())
                            .array());
            ByteBuffer digest = ByteBuffer.wrap(sha1.digest(name.getBytes(StandardCharsets.UTF_8)));
            long high = (digest.getLong() & ~0xF000L) | 0x5000L;
            long low = (digest.getLong() & ~(0xC0L << 56)) | (0x80L << 56);
            return new UUID(high, low);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-1", e);
        }
    }
}
