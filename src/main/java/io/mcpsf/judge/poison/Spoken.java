package io.mcpsf.judge.poison;

import java.util.Arrays;

/**
 * Which of the languages that share an alphabet is spoken where, by their small words. Asked place
 * by place, so that a page of one language does not hide a sentence in another.
 */
final class Spoken {

    private static final int AROUND = 120;
    private static final int FEW = 2;
    private static final int STEP = 24;

    /** Of languages that share many small words, the ones nearly as frequent count too. */
    private static final double NEARLY = 0.6;

    private static final int ENGLISH = 0;

    private final int[][] places;
    private final int[] counts;
    private final int[] answered;
    private final boolean[] answers;

    Spoken(int languages) {
        places = new int[languages][16];
        counts = new int[languages];
        answered = new int[languages];
        answers = new boolean[languages];
        Arrays.fill(answered, -1);
    }

    /** Places come in order. */
    void add(int language, int place) {
        if (language < 0) {
            return;
        }
        if (counts[language] == places[language].length) {
            places[language] = Arrays.copyOf(places[language], counts[language] * 2);
        }
        places[language][counts[language]++] = place;
    }

    /**
     * Languages of other alphabets (negative) are known by their letters. Answered for a few
     * letters at a time, since many words are asked for.
     */
    boolean at(int language, int place) {
        if (language < 0) {
            return true;
        }
        int step = place / STEP;
        if (step != answered[language]) {
            int from = step * STEP;
            answered[language] = step;
            answers[language] =
                    within(language, from - AROUND, from + AROUND)
                            || within(language, from - AROUND, from)
                            || within(language, from, from + AROUND);
        }
        return answers[language];
    }

    private boolean within(int language, int start, int end) {
        int most = 0;
        for (int other = 0; other < counts.length; other++) {
            most = Math.max(most, between(other, start, end));
        }
        int own = between(language, start, end);
        boolean frequent = own >= most * NEARLY;
        // Names and labels have no small words; they are mostly English.
        return language == ENGLISH ? frequent || most < FEW : frequent && own >= FEW;
    }

    private int between(int language, int start, int end) {
        return index(language, end) - index(language, start);
    }

    private int index(int language, int place) {
        int at = Arrays.binarySearch(places[language], 0, counts[language], place);
        return at < 0 ? -at - 1 : at;
    }
}
