package io.mcpsf.boundary.dns;

import java.util.List;

/**
 * Tells labels that a person chose from labels drawn by lot, by how usual their letter pairs are
 * and by how often letters and digits alternate. It misses about one random label in ten of ten
 * letters, one in thirty of twenty; it must not miss chosen ones, so it is blind below ten.
 */
final class Randomness {

    private static final int MIN_LETTERS = 10;
    private static final double USUAL = 5.0;
    private static final int MIN_MIXED = 9;
    private static final int MAX_SWITCHES = 3;

    private final List<String> pairs;

    /** One row for each first letter, one digit for each second: 0 never seen, 9 very common. */
    Randomness(List<String> pairs) {
        this.pairs = List.copyOf(pairs);
        if (pairs.size() != 26 || pairs.stream().anyMatch(row -> row.length() != 26)) {
            throw new IllegalArgumentException("26 rows of 26 digits");
        }
    }

    boolean looksDrawn(String label) {
        int switches = 0;
        int letters = 0;
        int sum = 0;
        int seen = 0;
        char before = '-';
        for (int i = 0; i < label.length(); i++) {
            char c = label.charAt(i);
            boolean letter = c >= 'a' && c <= 'z';
            boolean digit = c >= '0' && c <= '9';
            boolean afterLetter = before >= 'a' && before <= 'z';
            if (letter && afterLetter) {
                sum += pairs.get(before - 'a').charAt(c - 'a') - '0';
                seen++;
            }
            if (before != '-' && (letter || digit) && letter != afterLetter) {
                switches++;
            }
            letters += letter ? 1 : 0;
            before = letter || digit ? c : '-';
        }
        if (label.length() >= MIN_MIXED && switches > MAX_SWITCHES) {
            return true;
        }
        return letters >= MIN_LETTERS && seen > 0 && (double) sum / seen < USUAL;
    }
}
