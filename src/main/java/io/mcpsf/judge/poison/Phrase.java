package io.mcpsf.judge.poison;

import java.util.regex.Pattern;

/**
 * A way of putting something. {@code mentionable} phrases mean nothing in a sentence that only
 * talks about them, as the documentation of a guard against injections does.
 */
record Phrase(Cue cue, int weight, Pattern pattern, boolean mentionable) {

    /** Up to so many characters of the same sentence; a dot inside a path or name ends none. */
    static String gap(int most) {
        return "(?:[^.!?¶]|[.!?](?=\\S)){0," + most + "}?";
    }

    static Phrase of(Cue cue, int weight, String regex) {
        return new Phrase(cue, weight, compile(regex), false);
    }

    static Phrase mentionable(Cue cue, int weight, String regex) {
        return new Phrase(cue, weight, compile(regex), true);
    }

    /** {@code ~n} stands for a gap of at most n characters. */
    private static Pattern compile(String regex) {
        String whole =
                Pattern.compile("~([0-9]{1,3})~")
                        .matcher(regex)
                        .replaceAll(m -> gap(Integer.parseInt(m.group(1))).replace("\\", "\\\\"));
        return Pattern.compile(whole, Pattern.CASE_INSENSITIVE);
    }
}
