package io.mcpsf.judge.poison;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Texts whose words could be those of a poisoned one are read a second time, by the {@link
 * Encoder}. That takes a tenth of a second or more for each, so most texts never come here, and of
 * one server so many do at most.
 */
public final class CloseReading {

    /** Honest servers have a handful of such texts. */
    private static final int MOST_OF_A_SERVER = 16;

    /** Of a longer text only what stands around its most suspicious place is read. */
    private static final int PASSAGE = 800;

    private static final int BEFORE = 250;

    /** Below these odds by its words a text is not read again: so is nearly every honest one. */
    private static final double WORTH = -3.0;

    /** Parts of a long text; each but the last overlaps half of the next one. */
    private static final int MOST_PARTS = 12;

    /** A name alone is no text: the encoder has read none that were so short. */
    private static final int SHORTEST = 40;

    /** The encoder knows English. Of its words every eighth at least is one of these. */
    private static final Set<String> ENGLISH =
            Set.of(
                    "the", "of", "to", "and", "a", "is", "in", "for", "that", "with", "or", "not",
                    "you", "it", "this", "be", "are", "on", "as", "by", "from", "an", "if", "when");

    /** The words before a comma or a colon, at the head of a statement. */
    private static final Pattern HEAD =
            Pattern.compile("(?<![^.!?\u00b6] )(?<![^ ])[\\p{L}' ]{2,30}[,:] ");

    private static final int EVERY = 8;
    private static final Pattern WORD = Pattern.compile("[a-z]+");

    // What both readings say together, as odds; shifted to where fewer than one in a hundred honest
    // texts by authors who were left out comes to 3.
    private static final double SHARE_OF_WORDS = 0.617;
    private static final double SHARE_OF_ENCODER = 0.524;
    private static final double SHIFT = 0.585;

    private final ToDoubleFunction<String> encoder;
    private int left;

    CloseReading(int texts, ToDoubleFunction<String> encoder) {
        left = texts;
        this.encoder = encoder;
    }

    /** For what one server says. */
    public static CloseReading ofOneServer() {
        return new CloseReading(MOST_OF_A_SERVER, text -> Holder.BEFORE.read(text));
    }

    /** Words alone, where many texts are read in no time. */
    static CloseReading none() {
        return new CloseReading(0, CloseReading::encoded);
    }

    /** Loaded on first use: most servers need neither. */
    private static final class Holder {
        static final Encoder ENCODER = new Encoder(Lexicon.bytes("encoder.bin"));
        static final ReadBefore BEFORE = new ReadBefore(CloseReading::encoded);
        static final Tokenizer TOKENIZER = new Tokenizer(Lexicon.data("encoder.vocabulary"));
        static final int BEGIN = TOKENIZER.number("[CLS]");
        static final int END = TOKENIZER.number("[SEP]");
    }

    DemandedActs.Pattern of(String plain, DemandedActs.Pattern words) {
        boolean text = plain.length() >= SHORTEST && english(plain);
        if (words.odds() < WORTH || left <= 0 || !text) {
            return words;
        }
        left--;
        double read = encoder.applyAsDouble(passage(plain, words.at()));
        double odds = SHARE_OF_WORDS * words.odds() + SHARE_OF_ENCODER * read + SHIFT;
        return new DemandedActs.Pattern(odds, true, words.at(), words.quote());
    }

    private static String passage(String plain, int at) {
        if (plain.length() <= PASSAGE) {
            return plain;
        }
        int from = Math.max(0, Math.min(at - BEFORE, plain.length() - PASSAGE));
        int gap = from == 0 ? -1 : plain.indexOf(' ', from);
        // Without a gap before the place a word is cut, rather than another place read.
        int start = gap < 0 || gap >= at ? from : gap + 1;
        int end = Math.min(plain.length(), start + PASSAGE);
        return plain.substring(start, end);
    }

    private static boolean english(String plain) {
        int words = 0;
        int known = 0;
        Matcher word = WORD.matcher(plain.toLowerCase(Locale.ROOT));
        while (word.find()) {
            words++;
            known += ENGLISH.contains(word.group()) ? 1 : 0;
        }
        return known > 0 && words <= known * EVERY;
    }

    /** What begins one statement after the other is no part of what they say. */
    private static String withoutRefrain(String plain) {
        Map<String, Integer> heads = new HashMap<>();
        Matcher head = HEAD.matcher(plain);
        while (head.find()) {
            heads.merge(head.group(), 1, Integer::sum);
        }
        String text = plain;
        for (Map.Entry<String, Integer> each : heads.entrySet()) {
            if (each.getValue() > 1) {
                text = text.replace(each.getKey(), "");
            }
        }
        return text;
    }

    /** The most suspicious part. */
    static double encoded(String plain) {
        int room = Holder.ENCODER.longest() - 2;
        int step = room / 2;
        int[] pieces = Holder.TOKENIZER.pieces(withoutRefrain(plain), step * (MOST_PARTS + 1));
        double most = Double.NEGATIVE_INFINITY;
        int from = 0;
        do {
            int to = Math.min(pieces.length, from + room);
            int[] part = new int[to - from + 2];
            part[0] = Holder.BEGIN;
            System.arraycopy(pieces, from, part, 1, to - from);
            part[part.length - 1] = Holder.END;
            most = Math.max(most, Holder.ENCODER.odds(part));
            from += step;
        } while (from + step < pieces.length);
        return most;
    }

    @Override
    public String toString() {
        return "%d texts left".formatted(left);
    }
}
