package io.mcpsf.judge.poison;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Cuts a text into the pieces that the {@link Encoder} has learned, as WordPiece does: words and
 * marks, each as the longest pieces that are known.
 */
final class Tokenizer {

    private static final String UNKNOWN = "[UNK]";
    private static final int LONGEST_WORD = 100;

    private final Map<String, Integer> numbers = new HashMap<>();
    private final int unknown;
    private final boolean cased;

    /**
     * @param lines a piece in each, in the order of their numbers; those that go on with a word
     *     begin with two hash signs
     * @param cased whether case and accents tell pieces apart
     */
    Tokenizer(String lines, boolean cased) {
        this.cased = cased;
        for (String line : lines.split("\n", -1)) {
            if (!line.isEmpty()) {
                numbers.put(line, numbers.size());
            }
        }
        unknown = number(UNKNOWN);
    }

    int number(String piece) {
        Integer number = numbers.get(piece);
        if (number == null) {
            throw new IllegalStateException("no piece " + piece);
        }
        return number;
    }

    /** The first pieces of a text, so many at most. */
    int[] pieces(String text, int most) {
        var found = new Pieces(most);
        String plain = cased ? apart(text) : bare(apart(text));
        for (int i = 0; i < plain.length() && !found.full(); ) {
            int c = plain.codePointAt(i);
            int end = i + Character.charCount(c);
            if (c == ' ') {
                i = end;
                continue;
            }
            while (!mark(c) && end < plain.length() && plain.charAt(end) != ' ') {
                int next = plain.codePointAt(end);
                if (mark(next)) {
                    break;
                }
                end += Character.charCount(next);
            }
            cut(plain.substring(i, end), found);
            i = end;
        }
        return found.taken();
    }

    private void cut(String word, Pieces found) {
        int before = found.count;
        if (word.codePointCount(0, word.length()) > LONGEST_WORD) {
            found.add(unknown);
            return;
        }
        for (int from = 0; from < word.length(); ) {
            int to = word.length();
            Integer number = null;
            while (to > from) {
                String piece = word.substring(from, to);
                number = numbers.get(from == 0 ? piece : "##" + piece);
                if (number != null) {
                    break;
                }
                to = word.offsetByCodePoints(to, -1);
            }
            if (number == null) {
                found.count = before;
                found.add(unknown);
                return;
            }
            found.add(number);
            from = to;
        }
    }

    /** Ideographs as words of one letter. */
    private static String apart(String text) {
        var spaced = new StringBuilder(text.length() + 16);
        text.codePoints()
                .forEach(
                        c -> {
                            if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
                                spaced.append(' ');
                            } else if (ideograph(c)) {
                                spaced.append(' ').appendCodePoint(c).append(' ');
                            } else if (!invisible(c)) {
                                spaced.appendCodePoint(c);
                            }
                        });
        return spaced.toString();
    }

    /** Small letters without accents. */
    private static String bare(String text) {
        String parts = Normalizer.normalize(text, Normalizer.Form.NFD);
        var bare = new StringBuilder(parts.length());
        parts.codePoints()
                .filter(c -> Character.getType(c) != Character.NON_SPACING_MARK)
                .map(Character::toLowerCase)
                .forEach(bare::appendCodePoint);
        return bare.toString();
    }

    private static boolean invisible(int c) {
        return c == 0xFFFD
                || switch (Character.getType(c)) {
                    case Character.CONTROL,
                            Character.FORMAT,
                            Character.SURROGATE,
                            Character.PRIVATE_USE,
                            Character.UNASSIGNED ->
                            true;
                    default -> false;
                };
    }

    private static boolean ideograph(int c) {
        return (c >= 0x4E00 && c <= 0x9FFF)
                || (c >= 0x3400 && c <= 0x4DBF)
                || (c >= 0x20000 && c <= 0x2CEAF)
                || (c >= 0xF900 && c <= 0xFAFF)
                || (c >= 0x2F800 && c <= 0x2FA1F);
    }

    private static boolean mark(int c) {
        if (c < 0x80) {
            return c > ' ' && !Character.isLetterOrDigit(c) && c != 0x7F;
        }
        return switch (Character.getType(c)) {
            case Character.CONNECTOR_PUNCTUATION,
                    Character.DASH_PUNCTUATION,
                    Character.START_PUNCTUATION,
                    Character.END_PUNCTUATION,
                    Character.INITIAL_QUOTE_PUNCTUATION,
                    Character.FINAL_QUOTE_PUNCTUATION,
                    Character.OTHER_PUNCTUATION ->
                    true;
            default -> false;
        };
    }

    private static final class Pieces {
        private final int most;
        private int[] numbers = new int[64];
        private int count;

        Pieces(int most) {
            this.most = most;
        }

        boolean full() {
            return count >= most;
        }

        void add(int number) {
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, count * 2);
            }
            numbers[count++] = number;
        }

        int[] taken() {
            return Arrays.copyOf(numbers, Math.min(count, most));
        }
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%d pieces", numbers.size());
    }
}
