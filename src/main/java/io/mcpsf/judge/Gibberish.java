package io.mcpsf.judge;

import java.util.HashMap;
import java.util.Map;

/** Whether a word looks drawn by lot: what machines make up and no person would type. */
final class Gibberish {

    private static final int SHORTEST = 8;
    private static final int HARD_RUN = 5;
    private static final int SWITCHES = 3;

    private Gibberish() {}

    /** The information in one character of the text, in bits. */
    static double entropy(String text) {
        Map<Integer, Integer> counts = new HashMap<>();
        text.chars().forEach(c -> counts.merge(c, 1, Integer::sum));
        double bits = 0;
        for (int count : counts.values()) {
            double share = (double) count / text.length();
            bits -= share * Math.log(share) / Math.log(2);
        }
        return bits;
    }

    /** Five consonants in a row, or digits strewn among the letters, in a word of some length. */
    static boolean is(String word) {
        if (word.length() < SHORTEST || word.startsWith("xn--") || entropy(word) < 2.5) {
            return false;
        }
        int run = 0;
        int longest = 0;
        int switches = 0;
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            run = c >= 'a' && c <= 'z' && "aeiouy".indexOf(c) < 0 ? run + 1 : 0;
            longest = Math.max(longest, run);
            if (i > 0 && Character.isDigit(c) != Character.isDigit(word.charAt(i - 1))) {
                switches++;
            }
        }
        return longest >= HARD_RUN || switches >= SWITCHES;
    }
}
