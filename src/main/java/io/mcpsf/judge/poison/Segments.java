package io.mcpsf.judge.poison;

import java.util.Arrays;
import java.util.Set;

/** Finds the words in letters that were written without any gap between them. */
final class Segments {

    private static final int LONGEST = 24;
    private static final int MAX = 4_000;
    private static final int UNKNOWN = 4;

    private Segments() {}

    /** The cheapest way to part it, where a known word costs little and a lone letter much. */
    static String of(String letters) {
        if (letters.length() > MAX) {
            return letters;
        }
        Set<String> words = Lexicon.all().words();
        String folded = Folded.of(letters).text();
        if (folded.length() != letters.length()) {
            return letters;
        }
        int[] cost = new int[letters.length() + 1];
        int[] from = new int[letters.length() + 1];
        Arrays.fill(cost, Integer.MAX_VALUE);
        cost[0] = 0;
        for (int end = 1; end < cost.length; end++) {
            for (int start = Math.max(0, end - LONGEST); start < end; start++) {
                int length = end - start;
                boolean known = words.contains(folded.substring(start, end));
                int step = known ? 2 : length * UNKNOWN;
                if (cost[start] + step < cost[end]) {
                    cost[end] = cost[start] + step;
                    from[end] = start;
                }
            }
        }
        var parted = new StringBuilder();
        boolean lone = false;
        for (int end = letters.length(); end > 0; end = from[end]) {
            boolean known = words.contains(folded.substring(from[end], end));
            if (parted.length() > 0 && !(lone && !known)) {
                parted.insert(0, ' ');
            }
            parted.insert(0, letters.substring(from[end], end));
            lone = !known;
        }
        return parted.toString();
    }
}
