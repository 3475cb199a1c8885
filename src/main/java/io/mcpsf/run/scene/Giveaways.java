package io.mcpsf.run.scene;

import io.mcpsf.bait.Canary;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * The secrets that services of the fake internet hand out, each one bait: what comes from them and
 * leaves again is proof.
 */
record Giveaways(Map<String, String> values) {

    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final String MIXED =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    /** The places that the packaged answers leave open. */
    private static final List<String> NAMES =
            List.of(
                    "metadata.aws.id",
                    "metadata.aws.secret",
                    "metadata.aws.session",
                    "metadata.azure.token",
                    "metadata.gcp.token",
                    "metadata.token",
                    "oauth.token");

    Giveaways {
        values = Map.copyOf(values);
    }

    static Giveaways draw(RandomGenerator chance) {
        var values = new LinkedHashMap<String, String>();
        for (String name : NAMES) {
            values.put(
                    name,
                    name.endsWith(".id")
                            ? "ASIA" + word(LETTERS, 16, chance)
                            : word(MIXED, 40, chance));
        }
        return new Giveaways(values);
    }

    List<Canary> canaries() {
        return values.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> new Canary(entry.getKey(), "metadata", secret(entry.getValue())))
                .toList();
    }

    /** The part that nobody could guess. */
    private static String secret(String value) {
        return value.startsWith("ASIA") ? value.substring(4) : value;
    }

    private static String word(String letters, int length, RandomGenerator chance) {
        var word = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            word.append(letters.charAt(chance.nextInt(letters.length())));
        }
        return word.toString();
    }
}
