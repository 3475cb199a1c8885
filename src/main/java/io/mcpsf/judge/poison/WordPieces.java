package io.mcpsf.judge.poison;

import java.util.Arrays;

/**
 * The words of a statement as numbers: each word, each two neighbours and the pieces of four and
 * five letters of a word; where a script has no gaps, one to three characters. The numbers are
 * hashes, so that the weights hold no text, and two pieces may share one.
 */
final class WordPieces {

    /** So many numbers there are; a byte of {@code words.bin} for each. */
    static final int COUNT = 1 << 17;

    private static final int LONGEST_WORD = 30;

    /** No statement is longer than a few hundred characters; see {@link Statement}. */
    private static final int MOST = 4_000;

    /**
     * Words before a colon or a comma at the head of a statement ("Do not forget:", "As is known,")
     * say nothing and would make any statement look like another.
     */
    private static final int HEAD = 30;

    private static final String HEAD_ENDS = ",:\u3001\uff0c\uff1a\u060c";

    private static final int WORD = 0x3d4d51cb;
    private static final int PAIR = 0x7ed55d16;
    private static final int PIECE = 0x1b873593;
    private static final int PRIME = 0x01000193;

    private final String text;
    private final Quotations others;
    private int[] numbers = new int[256];
    private int count;

    private WordPieces(String text, Quotations others) {
        this.text = text;
        this.others = others;
    }

    /** Each once, in order, without the words of others. */
    static int[] of(String text, int start, int end, Quotations others) {
        var pieces = new WordPieces(text, others);
        pieces.read(body(text, start, end), end);
        return distinct(Arrays.copyOf(pieces.numbers, pieces.count));
    }

    /** Those of either, each once. */
    static int[] both(int[] one, int[] other) {
        int[] all = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, all, one.length, other.length);
        return distinct(all);
    }

    private static int[] distinct(int[] numbers) {
        Arrays.sort(numbers);
        int kept = 0;
        for (int i = 0; i < numbers.length; i++) {
            if (i == 0 || numbers[i] != numbers[i - 1]) {
                numbers[kept++] = numbers[i];
            }
        }
        return Arrays.copyOf(numbers, kept);
    }

    /** Where the statement begins behind its head. */
    private static int body(String text, int start, int end) {
        int from = start;
        while (from < end && text.charAt(from) == ' ') {
            from++;
        }
        for (int i = from; i < Math.min(end, from + HEAD); i++) {
            if (HEAD_ENDS.indexOf(text.charAt(i)) >= 0) {
                boolean more = !text.substring(i + 1, end).isBlank();
                return more && i > from ? i + 1 : from;
            }
        }
        return from;
    }

    private void read(int from, int end) {
        int before = 0;
        for (int at = from; at < end && count < MOST; ) {
            if (!inWord(text.charAt(at))) {
                at++;
                continue;
            }
            int stop = at;
            boolean gapless = false;
            while (stop < end && stop - at < LONGEST_WORD && inWord(text.charAt(stop))) {
                gapless |= gapless(text.charAt(stop));
                stop++;
            }
            int word = hash(WORD, at, stop);
            if (others.any() && others.hold(at, stop)) {
                at = stop;
                before = 0;
                continue;
            }
            if (gapless) {
                pieces(at, stop, 1, 3);
            } else {
                add(word);
                if (before != 0) {
                    add((PAIR ^ before) * PRIME + word);
                }
                pieces(at, stop, 4, 5);
            }
            before = word;
            at = stop;
        }
    }

    /** With a mark for where a word begins and ends, if it is long enough for that to matter. */
    private void pieces(int start, int end, int shortest, int longest) {
        boolean edges = shortest > 1;
        int first = edges ? start - 1 : start;
        int last = edges ? end + 1 : end;
        for (int i = first; i < last; i++) {
            int hash = PIECE;
            for (int j = i; j < Math.min(last, i + longest); j++) {
                char c = j < start || j >= end ? '_' : folded(text.charAt(j));
                hash = (hash ^ c) * PRIME;
                if (j - i + 1 >= shortest) {
                    add(hash);
                }
            }
        }
    }

    private int hash(int seed, int start, int end) {
        int hash = seed;
        for (int i = start; i < end; i++) {
            hash = (hash ^ folded(text.charAt(i))) * PRIME;
        }
        return hash;
    }

    private void add(int hash) {
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, count * 2);
        }
        int mixed = hash ^ (hash >>> 15);
        mixed *= 0x2c1b3c6d;
        mixed ^= mixed >>> 13;
        numbers[count++] = mixed & (COUNT - 1);
    }

    /** Which number is meant says nothing. */
    private static char folded(char c) {
        return Character.isDigit(c) ? '0' : c;
    }

    private static boolean inWord(char c) {
        if (c < 0x80) {
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '\'';
        }
        return Character.isLetterOrDigit(c)
                || Character.getType(c) == Character.NON_SPACING_MARK
                || Character.getType(c) == Character.COMBINING_SPACING_MARK;
    }

    private static boolean gapless(char c) {
        return (c >= 0x0e00 && c <= 0x0eff)
                || (c >= 0x3040 && c <= 0x30ff)
                || (c >= 0x3400 && c <= 0x9fff);
    }
}
