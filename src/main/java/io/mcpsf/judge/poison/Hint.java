package io.mcpsf.judge.poison;

/** One place in a text that hints at something: how much it weighs and the words themselves. */
public record Hint(Cue cue, int weight, int at, String quote) {

    private static final int MAX_QUOTE = 160;

    /** With no more of the words than a report shows. */
    static Hint quoting(Cue cue, int weight, int at, String hostile) {
        String words =
                hostile.length() <= MAX_QUOTE ? hostile : hostile.substring(0, MAX_QUOTE) + "…";
        return new Hint(cue, weight, at, words);
    }
}
