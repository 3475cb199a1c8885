package io.mcpsf.bait;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One search through some bytes and through everything that they may wrap. */
final class Search {

    /** Three wrappings and what the index sees through by itself. */
    private static final int DEEPEST = 3;

    /** What opening anything costs at least, so that a million tiny contents are bounded too. */
    private static final int CONTENT_COST = 256;

    /** What is searched for dear disguises too: the beginning of a content, and in all. */
    private static final int DEAR_LENGTH = 128 << 10;

    private static final int DEAR_WORK = 1 << 20;

    /** What they cost, measured by a plain look. */
    private static final long DEAR_FACTOR = 8;

    /** Reversed copies are made of pieces, to bound the memory. */
    private static final int PIECE = 1 << 20;

    private static final int OVERLAP = 8192;

    /** The shortest secret, deflated: a shorter content wraps nothing more. */
    private static final int SHORTEST_WRAPPED = 18;

    private final Indexes indexes;
    private final List<Wrapping> wrappings;
    private final List<Wrapping> dear;
    private final Depth depth;
    private final int[] marked = new int[256];
    private final Map<String, Hit> hits = new LinkedHashMap<>();
    private long work;
    private int dearWork = DEAR_WORK;
    private boolean hurried;

    /** What secrets look like: as they are, every second character of them, under a key. */
    record Indexes(WindowIndex plain, WindowIndex halves, DisguiseIndex disguised) {}

    private record Hit(Canary canary, List<String> words) {}

    /** How far below the bytes themselves dear disguises are looked for. */
    enum Depth {
        /** Below one wrapping, too. */
        WHOLE(1),
        /** Of many messages joined, which is done for nearly every message. */
        JOINED(0);

        private final int dearDeepest;

        Depth(int dearDeepest) {
            this.dearDeepest = dearDeepest;
        }
    }

    Search(Indexes indexes, List<Wrapping> wrappings, List<Wrapping> dear, Depth depth) {
        this.depth = depth;
        this.indexes = indexes;
        this.wrappings = wrappings;
        this.dear = dear;
        for (int i = 0; i < wrappings.size(); i++) {
            int bit = 1 << i;
            wrappings.get(i).marks().chars().forEach(c -> marked[c] |= bit);
        }
    }

    List<Found> run(byte[] hostile, SearchAllowance allowance) {
        long allowed = allowance.next(hostile.length);
        work = allowed;
        searchBothWays(hostile);
        allowance.used(hostile.length, allowed - work, hurried || work <= 0);
        return hits.values().stream().map(Search::found).toList();
    }

    private void searchBothWays(byte[] hostile) {
        dig(hostile, List.of());
        for (int from = 0; from < hostile.length; from += PIECE - OVERLAP) {
            int to = Math.min(hostile.length, from + PIECE);
            open(reversed(hostile, from, to), List.of("reversed"));
            if (to == hostile.length) {
                break;
            }
        }
    }

    private void dig(byte[] hostile, List<String> words) {
        scan(indexes.plain(), hostile, words);
        if (words.size() <= depth.dearDeepest && dearWork > 0) {
            digDear(hostile, words);
        }
        if (words.size() < DEEPEST && hostile.length >= SHORTEST_WRAPPED) {
            open(hostile, words);
        }
    }

    private void scan(WindowIndex index, byte[] hostile, List<String> words) {
        index.scan(
                hostile,
                (canary, backwards, disguised) -> note(canary, words, backwards, disguised));
    }

    /** What costs a pass of its own for each disguise: bounded, whatever there is to search. */
    private void digDear(byte[] hostile, List<String> words) {
        byte[] shorter = LongRuns.cut(hostile);
        int length = Math.min(shorter.length, Math.min(dearWork, DEAR_LENGTH));
        if (DEAR_FACTOR * length > work / 2) {
            hurried = true;
            return;
        }
        dearWork -= CONTENT_COST + length;
        work -= DEAR_FACTOR * length;
        byte[] part = length == shorter.length ? shorter : Arrays.copyOf(shorter, length);
        scan(indexes.halves(), part, and(words, "halves"));
        indexes.disguised().scan(part, (canary, word) -> note(canary, and(words, word)));
        Wrapping.Opened opened = opened(words);
        dear.forEach(wrapping -> wrapping.open(wrapping.exact() ? hostile : part, opened));
    }

    private Wrapping.Opened opened(List<String> words) {
        return new Wrapping.Opened() {
            @Override
            public void content(String word, byte[] content) {
                work -= CONTENT_COST + content.length;
                if (content.length >= WindowIndex.WINDOW) {
                    dig(content, and(words, word));
                }
            }

            @Override
            public void last(String word, byte[] content) {
                scan(indexes.plain(), content, and(words, word));
            }

            @Override
            public long room() {
                return Math.max(0, work);
            }
        };
    }

    private void open(byte[] hostile, List<String> words) {
        Wrapping.Opened opened = opened(words);
        byte[] shorter = LongRuns.cut(hostile);
        int marks = 0;
        for (byte b : shorter) {
            marks |= marked[b & 0xff];
        }
        for (int i = 0; i < wrappings.size(); i++) {
            Wrapping wrapping = wrappings.get(i);
            if (wrapping.marks().isEmpty() || (marks & 1 << i) != 0) {
                wrapping.open(wrapping.exact() ? hostile : shorter, opened);
            }
        }
    }

    /** Keeps the shortest explanation for each bait. */
    private void note(Canary canary, List<String> outer, boolean backwards, boolean disguised) {
        List<String> words = disguised ? and(outer, "xor") : outer;
        note(canary, backwards ? and(words, "reversed") : words);
    }

    private void note(Canary canary, List<String> words) {
        Hit known = hits.get(canary.bait());
        if (known == null || known.words().size() > words.size()) {
            hits.put(canary.bait(), new Hit(canary, words));
        }
    }

    private static Found found(Hit hit) {
        String encoding = hit.words().isEmpty() ? "plain" : String.join("+", hit.words());
        return new Found(hit.canary().bait(), hit.canary().kind(), encoding);
    }

    private static List<String> and(List<String> words, String last) {
        List<String> more = new ArrayList<>(words);
        more.add(last);
        return more;
    }

    private static byte[] reversed(byte[] data, int from, int to) {
        byte[] reversed = new byte[to - from];
        for (int i = 0; i < reversed.length; i++) {
            reversed[i] = data[to - 1 - i];
        }
        return reversed;
    }
}
