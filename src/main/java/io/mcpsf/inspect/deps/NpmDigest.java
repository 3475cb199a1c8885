package io.mcpsf.inspect.deps;

import io.mcpsf.inspect.deps.Component.Hash;

import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Digests as npm writes them ({@code sha512-…} in base64) made into hex. */
final class NpmDigest {

    private static final int MOST = 4;

    /** How long a digest is, so that nothing else passes for one. */
    private static final Map<String, Integer> BYTES =
            Map.of("SHA-1", 20, "SHA-256", 32, "SHA-384", 48, "SHA-512", 64);

    private NpmDigest() {}

    static List<Hash> read(String integrity) {
        var hashes = new ArrayList<Hash>();
        for (String word : integrity.strip().split("\\s+")) {
            int dash = word.indexOf('-');
            if (dash > 0 && hashes.size() < MOST) {
                String algorithm = word.substring(0, dash).replace("sha", "SHA-");
                decode(algorithm, word.substring(dash + 1).replaceFirst("\\?.*", ""), hashes);
            }
        }
        return hashes;
    }

    private static void decode(String algorithm, String base64, List<Hash> into) {
        try {
            byte[] bytes = Base64.getDecoder().decode(base64);
            if (BYTES.getOrDefault(algorithm, -1) == bytes.length) {
                into.add(new Hash(algorithm, HexFormat.of().formatHex(bytes)));
            }
        } catch (IllegalArgumentException notBase64) {
            // No digest, then: nothing is claimed.
            return;
        }
    }
}
