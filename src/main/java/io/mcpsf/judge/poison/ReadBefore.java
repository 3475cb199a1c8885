package io.mcpsf.judge.poison;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What a reading came to, by the digest of its text: a server is judged more than once, and its
 * tools are listed again and again. The same text gets the same number, so nothing depends on it.
 */
final class ReadBefore {

    private static final int MOST = 4_096;

    private final ToDoubleFunction<String> reading;
    private final Map<String, Double> known =
            new LinkedHashMap<>(64, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Double> eldest) {
                    return size() > MOST;
                }
            };

    ReadBefore(ToDoubleFunction<String> reading) {
        this.reading = reading;
    }

    double read(String text) {
        String digest = digest(text);
        synchronized (known) {
            Double before = known.get(digest);
            if (before != null) {
                return before;
            }
        }
        double read = reading.applyAsDouble(text);
        synchronized (known) {
            known.put(digest, read);
        }
        return read;
    }

    private static String digest(String text) {
        try {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
