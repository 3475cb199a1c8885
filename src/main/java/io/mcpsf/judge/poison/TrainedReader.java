package io.mcpsf.judge.poison;

import java.lang.ref.SoftReference;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An {@link Encoder} with the pieces it knows: how much a text is like poisoned ones, as odds. */
final class TrainedReader {

    /** Small and quick. */
    static final TrainedReader ENGLISH = new TrainedReader("encoder", false, 0.2);

    /** Knows English as well, from much more text. */
    static final TrainedReader ALL_LANGUAGES = new TrainedReader("languages", true, 1);

    /** Parts of a long text; each but the last overlaps half of the next one. */
    private static final int MOST_PARTS = 12;

    /** The words before a comma or a colon, at the head of a statement. */
    private static final Pattern HEAD =
            Pattern.compile("(?<![^.!?\u00b6] )(?<![^ ])[\\p{L}' ]{2,30}[,:] ");

    private final String files;
    private final boolean cased;
    private final double cost;
    private final ReadBefore before = new ReadBefore(this::encoded);
    private SoftReference<Loaded> loaded = new SoftReference<>(null);

    private record Loaded(Encoder encoder, Tokenizer tokenizer, int begin, int end) {}

    private TrainedReader(String files, boolean cased, double cost) {
        this.files = files;
        this.cased = cased;
        this.cost = cost;
    }

    /** Of the time that a letter takes the slowest. */
    double cost() {
        return cost;
    }

    double read(String text) {
        return before.read(text);
    }

    /** The most suspicious part. */
    double encoded(String plain) {
        Loaded by = loaded();
        int room = by.encoder().longest() - 2;
        int step = room / 2;
        int[] pieces = by.tokenizer().pieces(withoutRefrain(plain), step * (MOST_PARTS + 1));
        double most = Double.NEGATIVE_INFINITY;
        int from = 0;
        do {
            int to = Math.min(pieces.length, from + room);
            int[] part = new int[to - from + 2];
            part[0] = by.begin();
            System.arraycopy(pieces, from, part, 1, to - from);
            part[part.length - 1] = by.end();
            most = Math.max(most, by.encoder().odds(part));
            from += step;
        } while (from + step < pieces.length);
        return most;
    }

    /**
     * Loaded on first use, since most servers need neither; let go where memory is short, since a
     * reader can be loaded again and evidence can't.
     */
    private synchronized Loaded loaded() {
        Loaded kept = loaded.get();
        if (kept == null) {
            var tokenizer = new Tokenizer(Lexicon.data(files + ".vocabulary"), cased);
            kept =
                    new Loaded(
                            new Encoder(Lexicon.bytes(files + ".bin")),
                            tokenizer,
                            tokenizer.number("[CLS]"),
                            tokenizer.number("[SEP]"));
            loaded = new SoftReference<>(kept);
        }
        return kept;
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

    @Override
    public String toString() {
        return files;
    }
}
