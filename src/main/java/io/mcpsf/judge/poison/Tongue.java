package io.mcpsf.judge.poison;

import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a text is written in, as far as it decides who reads it again and what that is worth. */
enum Tongue {
    ENGLISH(800) {
        // The quick reader spares the other one what is harmless beyond doubt. Where it is sure of
        // the opposite, the other one does not clear what is suspicious for its acts.
        @Override
        double odds(double words, ToDoubleFunction<TrainedReader> read) {
            double small = read.applyAsDouble(TrainedReader.ENGLISH);
            double quick = 0.2 * words + 0.6 * small - 1.5;
            if (quick < HARMLESS) {
                return quick + LEAST;
            }
            double both = quick + read.applyAsDouble(TrainedReader.ALL_LANGUAGES);
            return small < SURE ? both : Math.max(both, Suspicion.UNSURE);
        }
    },
    OTHER(500) {
        @Override
        double odds(double words, ToDoubleFunction<TrainedReader> read) {
            return 0.3 * words + read.applyAsDouble(TrainedReader.ALL_LANGUAGES) + 0.7;
        }
    };

    private static final double HARMLESS = -3.0;

    private static final double SURE = 3.0;

    /** As little as that reader says of texts. */
    private static final double LEAST = -3.0;

    /** Where a letter is a syllable or a word, a text has so many times fewer of them. */
    private static final double DENSE = 0.4;

    /** A name alone is no text: the readers have learned none that were so short. */
    private static final int SHORTEST = 40;

    /** Of the words of a text every eighth at least is a small one of its language. */
    private static final int EVERY = 8;

    /** Of the letters of a text in another script, which often has English names in it. */
    private static final double LETTERS = 0.2;

    /** Turkish has few small words, and many letters that English has not. */
    private static final double ACCENTS = 0.03;

    private static final Pattern WORD = Pattern.compile("\\p{L}+");

    private final int passage;

    Tongue(int passage) {
        this.passage = passage;
    }

    /**
     * What all readings say together, shifted to where one or two in a hundred honest texts, full
     * of alarming words and by authors who were left out, come to 3.3.
     */
    abstract double odds(double words, ToDoubleFunction<TrainedReader> read);

    /** Names, codes and lists have none. */
    static Optional<Tongue> of(String text) {
        if (letters(text) < SHORTEST) {
            return Optional.empty();
        }
        if (share(text, Tongue::foreign) >= LETTERS) {
            return Optional.of(OTHER);
        }
        String folded = Folded.of(text).text();
        int words = 0;
        for (Matcher word = WORD.matcher(folded); word.find(); ) {
            words++;
        }
        Lexicon.Speech speech = Lexicon.all().speech(folded);
        if (words > Math.max(speech.english(), speech.other()) * EVERY) {
            return share(text, c -> c > 0x7F) >= ACCENTS ? Optional.of(OTHER) : Optional.empty();
        }
        return Optional.of(speech.other() > speech.english() ? OTHER : ENGLISH);
    }

    /** How many letters of a longer text are read, around its most suspicious place. */
    int passage(String text) {
        return dense(text) ? (int) (passage * DENSE) : passage;
    }

    /** How long a text would be if its letters were sounds. */
    static int letters(String text) {
        return dense(text) ? (int) (text.length() / DENSE) : text.length();
    }

    private static boolean dense(String text) {
        return share(text, Tongue::syllable) >= LETTERS;
    }

    private static boolean foreign(int c) {
        return switch (Character.UnicodeScript.of(c)) {
            case CYRILLIC, ARABIC, DEVANAGARI -> true;
            default -> syllable(c);
        };
    }

    private static boolean syllable(int c) {
        return switch (Character.UnicodeScript.of(c)) {
            case HAN, HIRAGANA, KATAKANA, HANGUL -> true;
            default -> false;
        };
    }

    private static double share(String text, IntPredicate some) {
        long letters = text.codePoints().filter(Character::isLetter).count();
        long met = text.codePoints().filter(Character::isLetter).filter(some).count();
        return letters == 0 ? 0 : (double) met / letters;
    }
}
