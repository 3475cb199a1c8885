package io.mcpsf.judge.poison;

import java.util.Optional;

/** As much of a text around some place as is read in one go, and what it is written in. */
record Passage(String text, int from, Tongue tongue) {

    /** Of so many letters of a passage, those before its most suspicious place. */
    private static final double BEFORE = 0.3125;

    /** Long enough for every reader to tell the language. */
    private static final int LONGEST = 800;

    /** Nothing where no reader knows the language. */
    static Optional<Passage> around(String plain, int at) {
        String wide = plain.substring(start(plain, at, LONGEST), end(plain, at, LONGEST));
        return Tongue.of(wide)
                .map(
                        tongue -> {
                            int length = tongue.passage(wide);
                            int start = start(plain, at, length);
                            String text = plain.substring(start, end(plain, at, length));
                            return new Passage(text, start, tongue);
                        });
    }

    boolean holds(int at) {
        return at >= from && at < from + text.length();
    }

    private static int start(String plain, int at, int length) {
        if (plain.length() <= length) {
            return 0;
        }
        int before = (int) (length * BEFORE);
        int from = Math.max(0, Math.min(at - before, plain.length() - length));
        int gap = from == 0 ? -1 : plain.indexOf(' ', from);
        // Without a gap before the place a word is cut, rather than another place read.
        return gap < 0 || gap >= at ? from : gap + 1;
    }

    private static int end(String plain, int at, int length) {
        return Math.min(plain.length(), start(plain, at, length) + length);
    }
}
