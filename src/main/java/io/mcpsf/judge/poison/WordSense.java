package io.mcpsf.judge.poison;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a word can be about, in any of its forms. Weaker than a {@link Notion}: one says nothing,
 * and {@link Weights} says what several close together are worth. Those from {@link #DENY} on are
 * only read as parts of a {@link Signal}.
 */
enum WordSense {
    YOU,
    MODEL,
    USER,
    MUST,
    WHEN,
    COND,
    ALSO,
    EXCUSE,
    POLITE,
    URGENT,
    AUTH,
    LAW,
    NOASK,
    HIDE,
    NEG,
    CONSENT,
    MENTION,
    READ,
    GIVE,
    SEND,
    RUN,
    CHANGE,
    DELETE,
    TELL,
    LIE,
    REMEMBER,
    ASK,
    DISABLE,
    USE,
    SECRET,
    TALK,
    PRIVATE,
    MONEY,
    PATH,
    TOOL,
    PARAM,
    NET,
    CODE,
    STARTUP,
    SECURITY,
    ALL,
    LATER,
    ROLE,
    OVERRIDE,
    GOOD,
    PREFER,
    OLD,
    FRAME,
    LINK,
    DENY,
    SAY,
    KNOW,
    PERSON,
    THING,
    ANSWER,
    OMIT,
    AWAY,
    CONSULT,
    AGREED,
    ALREADY,
    DESPITE,
    LIED,
    ASKED,
    MACHINE,
    ONLY,
    HUSH,
    UNASKED;

    /** So many are weighed by themselves. */
    static final int WEIGHED = DENY.ordinal();

    /** None for those that are only parts. */
    long bit() {
        return ordinal() < WEIGHED ? 1L << ordinal() : 0;
    }

    /** The words of one language, a line for each sense: {@code send: send*, forward*}. */
    static Map<WordSense, List<String>> words(String language) {
        var words = new EnumMap<WordSense, List<String>>(WordSense.class);
        for (String line : Lexicon.data("senses/" + language + ".words").split("\n", -1)) {
            int colon = line.indexOf(':');
            if (!line.startsWith("#") && colon > 0) {
                WordSense sense = valueOf(line.substring(0, colon).toUpperCase(Locale.ROOT));
                List<String> all = words.computeIfAbsent(sense, s -> new ArrayList<>());
                for (String word : line.substring(colon + 1).split(", ", -1)) {
                    all.add(word.strip());
                }
            }
        }
        return words;
    }
}
