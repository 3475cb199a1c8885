package io.mcpsf.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The word that was probably meant by a misspelt one. */
public final class Spelling {

    /** Longer words are compared with nothing: the work grows with the square. */
    private static final int LONGEST = 60;

    private Spelling() {}

    /** The nearest of the known words; empty when none is near. Swapped letters are one mistake. */
    public static Optional<String> nearest(String word, Collection<String> known) {
        if (word.length() > LONGEST) {
            return Optional.empty();
        }
        String folded = word.toLowerCase(Locale.ROOT);
        int mistakes = word.length() <= 3 ? 1 : word.length() <= 8 ? 2 : 3;
        return known.stream()
                .filter(each -> each.length() <= LONGEST)
                .filter(each -> distance(folded, each.toLowerCase(Locale.ROOT)) <= mistakes)
                .min(
                        Comparator.comparingInt(
                                each -> distance(folded, each.toLowerCase(Locale.ROOT))));
    }

    /** Letters added, left out, replaced or swapped with their neighbour. */
    private static int distance(String a, String b) {
        var cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                boolean same = a.charAt(i - 1) == b.charAt(j - 1);
                int least =
                        Math.min(
                                Math.min(cost[i - 1][j], cost[i][j - 1]) + 1,
                                cost[i - 1][j - 1] + (same ? 0 : 1));
                boolean swapped =
                        i > 1
                                && j > 1
                                && a.charAt(i - 1) == b.charAt(j - 2)
                                && a.charAt(i - 2) == b.charAt(j - 1);
                cost[i][j] = swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
            }
        }
        return cost[a.length()][b.length()];
    }
}
