package io.mcpsf.judge.poison;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a stretch of a text is weighed by: the senses of its words, its signals and notions, and
 * which of them meet. These are of no language and no word, so that what is learned in one counts
 * in all. Beside them stand the words themselves, as numbers.
 */
final class Stretches {

    private static final int SENSES = WordSense.WEIGHED;
    private static final int NOTIONS = Notion.values().length;
    private static final int SIGNALS = Signal.values().length;
    private static final int PLACES = TextPlace.values().length;

    private static final int PAIRS = SENSES;
    private static final int TOLD = PAIRS + SENSES * SENSES;
    private static final int MENTIONED = TOLD + NOTIONS;
    private static final int TOGETHER = MENTIONED + NOTIONS;
    private static final int TURNED = TOGETHER + NOTIONS * NOTIONS;
    private static final int QUOTED = TURNED + SIGNALS;
    private static final int PLACED = QUOTED + SIGNALS;
    private static final int MET = PLACED + SIGNALS * PLACES;
    private static final int ABOUT = MET + SIGNALS * SIGNALS;
    private static final int PLACE = ABOUT + SIGNALS * SENSES;

    static final int COUNT = PLACE + PLACES;

    /** Between two statements that are read together. */
    private static final int REACH = 700;

    /** Below what is a finding by itself: the model is told to have the user asked first. */
    private static final double ASKS_FIRST = 2.2;

    /** With one of these the question is for show. */
    private static final long AGAINST =
            Notion.HIDDEN.bit() | Notion.NO_ASK.bit() | Notion.QUIET.bit() | Notion.AUTHORITY.bit();

    /** With one of these outside of a quotation, that belongs to it. */
    private static final Set<Notion> OWN =
            EnumSet.of(
                    Notion.FRAME,
                    Notion.REMEMBER,
                    Notion.GIVE,
                    Notion.SEND,
                    Notion.RUN,
                    Notion.CHANGE);

    /** Some statements in a row, the features that they have and the pieces of their words. */
    static final class Stretch {
        private final int start;
        private final int end;
        private final int[] features;
        private final int[] pieces;
        private final double most;

        Stretch(int start, int end, int[] features, int[] pieces, double most) {
            this.start = start;
            this.end = end;
            this.features = features;
            this.pieces = pieces;
            this.most = most;
        }

        int start() {
            return start;
        }

        int end() {
            return end;
        }

        /** What its odds can be at most. */
        double most() {
            return most;
        }

        /** Each once, in no order. */
        int[] features() {
            return features.clone();
        }

        /** Each once, in order. */
        int[] pieces() {
            return pieces.clone();
        }
    }

    private Stretches() {}

    /** A statement with what it is weighed by. */
    private record Weighed(Statement statement, long senses, int signals) {

        static Weighed of(String text, Statement statement) {
            int signals = Signal.in(text, statement.start(), statement.end(), statement.words());
            return new Weighed(statement, statement.senses(), signals);
        }

        /**
         * What is quoted is somebody else's, unless it is imitated or to be done something with.
         */
        int[] pieces(String text, Quotations quotations) {
            boolean own = statement.hits().stream().anyMatch(hit -> OWN.contains(hit.notion()));
            Quotations others = own ? Quotations.none() : quotations;
            return WordPieces.of(text, statement.start(), statement.end(), others);
        }

        boolean tells() {
            return senses != 0 || signals != 0 || statement.notions() != 0;
        }
    }

    static List<Stretch> in(String text, List<Statement> statements, TextPlace place) {
        List<Weighed> telling =
                statements.stream().map(s -> Weighed.of(text, s)).filter(Weighed::tells).toList();
        Quotations quotations = place.data() ? Quotations.in(text) : Quotations.none();
        List<int[]> pieces = telling.stream().map(w -> w.pieces(text, quotations)).toList();
        var all = new ArrayList<Stretch>();
        for (int i = 0; i < telling.size(); i++) {
            boolean next = i + 1 < telling.size() && near(telling.get(i), telling.get(i + 1));
            if (!next && i > 0 && near(telling.get(i - 1), telling.get(i))) {
                continue; // Read together with the one before.
            }
            List<Weighed> part = telling.subList(i, next ? i + 2 : i + 1);
            int start = part.getFirst().statement().start();
            int end = part.getLast().statement().end();
            double most = asksFirst(part) ? ASKS_FIRST : Double.POSITIVE_INFINITY;
            int[] words = WordPieces.both(pieces.get(i), pieces.get(next ? i + 1 : i));
            all.add(new Stretch(start, end, features(part, place), words, most));
        }
        return all;
    }

    /** Farther apart they have nothing to do with each other. */
    private static boolean near(Weighed one, Weighed next) {
        return next.statement().start() - one.statement().end() <= REACH;
    }

    private static boolean asksFirst(List<Weighed> part) {
        long told = 0;
        for (Weighed weighed : part) {
            told |= weighed.statement().notions();
        }
        return (told & Notion.CONSENT.bit()) != 0 && (told & AGAINST) == 0;
    }

    private static int[] features(List<Weighed> part, TextPlace place) {
        var has = new Collected();
        long senses = 0;
        long told = 0;
        long mentioned = 0;
        int signals = 0;
        int quoted = 0;
        var before = new long[] {0, 0};
        for (Weighed weighed : part) {
            Statement statement = weighed.statement();
            boolean mentions = statement.mention() != Integer.MAX_VALUE;
            senses |= weighed.senses();
            pairs(has, weighed.senses(), before[0], SENSES, PAIRS);
            before[0] = weighed.senses();
            if (mentions) {
                mentioned |= statement.notions();
                quoted |= weighed.signals();
            } else {
                told |= statement.notions();
                signals |= weighed.signals();
                pairs(has, statement.notions(), before[1], NOTIONS, TOGETHER);
                before[1] = statement.notions();
            }
        }
        each(has, senses, 0);
        each(has, told, TOLD);
        each(has, mentioned, MENTIONED);
        each(has, signals, TURNED);
        each(has, quoted, QUOTED);
        each(has, signals, PLACED + place.ordinal() * SIGNALS);
        pairs(has, signals, 0, SIGNALS, MET);
        for (long left = signals; left != 0; left &= left - 1) {
            each(has, senses, ABOUT + Long.numberOfTrailingZeros(left) * SENSES);
        }
        has.add(PLACE + place.ordinal());
        return has.all();
    }

    private static void each(Collected has, long bits, int offset) {
        for (long left = bits; left != 0; left &= left - 1) {
            has.add(offset + Long.numberOfTrailingZeros(left));
        }
    }

    /** All pairs but those that the statement before had, so that each is counted once. */
    private static void pairs(Collected has, long bits, long before, int row, int offset) {
        for (long left = bits; left != 0; left &= left - 1) {
            int one = Long.numberOfTrailingZeros(left);
            long others = left & (left - 1);
            boolean known = (before & (1L << one)) != 0;
            each(has, known ? others & ~before : others, offset + one * row);
        }
    }

    private static final class Collected {
        private int[] numbers = new int[256];
        private int count;

        void add(int number) {
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, count * 2);
            }
            numbers[count++] = number;
        }

        int[] all() {
            return Arrays.copyOf(numbers, count);
        }
    }

    /** How a feature is called in the file of weights. */
    static String name(int feature) {
        WordSense[] senses = WordSense.values();
        Notion[] notions = Notion.values();
        Signal[] signals = Signal.values();
        TextPlace[] places = TextPlace.values();
        if (feature < PAIRS) {
            return senses[feature].name();
        } else if (feature < TOLD) {
            return pair(senses, feature - PAIRS, SENSES);
        } else if (feature < MENTIONED) {
            return "told " + notions[feature - TOLD];
        } else if (feature < TOGETHER) {
            return "mentioned " + notions[feature - MENTIONED];
        } else if (feature < TURNED) {
            return "told " + pair(notions, feature - TOGETHER, NOTIONS);
        } else if (feature < QUOTED) {
            return "signal " + signals[feature - TURNED];
        } else if (feature < PLACED) {
            return "mentioned signal " + signals[feature - QUOTED];
        } else if (feature < MET) {
            int at = feature - PLACED;
            return "signal " + signals[at % SIGNALS] + " in " + places[at / SIGNALS];
        } else if (feature < ABOUT) {
            return "signal " + pair(signals, feature - MET, SIGNALS);
        } else if (feature < PLACE) {
            int at = feature - ABOUT;
            return "signal " + signals[at / SENSES] + " on " + senses[at % SENSES];
        }
        return "in " + places[feature - PLACE];
    }

    private static String pair(Enum<?>[] of, int pair, int row) {
        return of[pair / row] + "+" + of[pair % row];
    }
}
