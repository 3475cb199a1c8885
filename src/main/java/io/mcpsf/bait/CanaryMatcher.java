package io.mcpsf.bait;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Recognises the secrets of decoys in any bytes: as they are, reversed, under a one-byte XOR, in
 * hex, base32 or base64 at every alignment, as numbers, percent-encoded, escaped, in UTF-16, in
 * gzip, zlib, deflate, zip or zstd, and in two layers of these; at the top or below one such layer
 * also under a repeating XOR of up to eight bytes, a Caesar cipher, in base58, base62, base36 or
 * base85, in brotli, with other characters in between, and with its even characters before its odd
 * ones. A part of 24 bytes of a long secret is enough. Not seen: encryption and other compressions.
 *
 * <p>The work for one search is bounded by the length of what is searched, whatever it holds, and
 * beyond that for all searches together. Safe for use from many threads.
 */
public final class CanaryMatcher implements CanaryFinder {

    /** Those that keep no state and cost more than a look for a mark. */
    private static final List<Wrapping> DEAR =
            List.of(new Spaced(), new BigDigits(), new Base85(), new Brotli());

    private final Search.Indexes indexes;
    private final List<Canary> canaries;
    private final SearchAllowance allowance = new SearchAllowance();
    private final Queue<List<Wrapping>> idle = new ConcurrentLinkedQueue<>();

    public CanaryMatcher(Collection<Canary> canaries) {
        this.canaries = List.copyOf(canaries);
        indexes =
                new Search.Indexes(
                        new WindowIndex(canaries),
                        new WindowIndex(halves(canaries)),
                        new DisguiseIndex(canaries));
    }

    /** Each bait whose secret is in there, once, with the simplest way in which it was wrapped. */
    @Override
    public List<Found> find(byte[] hostile) {
        return find(hostile, Search.Depth.WHOLE);
    }

    @Override
    public List<Found> findInJoined(byte[] hostile) {
        return find(hostile, Search.Depth.JOINED);
    }

    private List<Found> find(byte[] hostile, Search.Depth depth) {
        List<Wrapping> wrappings = idle.poll();
        if (wrappings == null) {
            wrappings = wrappings();
        }
        try {
            return new Search(indexes, wrappings, DEAR, depth).run(hostile, allowance);
        } finally {
            idle.add(wrappings);
        }
    }

    /** How many searches were given up because what they looked into grew without end. */
    public long cutShort() {
        return allowance.cutShort();
    }

    public List<Found> find(String hostile) {
        return find(hostile.getBytes(StandardCharsets.UTF_8));
    }

    /** A new stream of bytes that arrive in pieces. */
    public CanaryStream stream() {
        return new CanaryStream(this);
    }

    /** A new trail of domain names that are asked for one after the other. */
    public NameTrail names() {
        return new NameTrail(this, new Shreds(canaries));
    }

    private static List<Wrapping> wrappings() {
        return List.of(
                Digits.base64(),
                Digits.hex("abcdef"),
                Digits.hex("ABCDEF"),
                Digits.base32(Digits.LOWER),
                Digits.base32(Digits.UPPER),
                Digits.base32hex(Digits.LOWER),
                Digits.base32hex(Digits.UPPER),
                Escapes.percent(),
                Escapes.quotedPrintable(),
                Escapes.backslash(),
                Escapes.entities(),
                new NumberLists(),
                new WideText(),
                new Compressed(),
                new Zstd());
    }

    /** Every second character of the secrets that are long enough for it, from either start. */
    private static List<Canary> halves(Collection<Canary> canaries) {
        List<Canary> halves = new ArrayList<>();
        for (Canary canary : canaries) {
            for (int first = 0; first < 2; first++) {
                var half = new StringBuilder();
                for (int i = first; i < canary.secret().length(); i += 2) {
                    half.append(canary.secret().charAt(i));
                }
                if (half.length() >= Canary.MIN_LENGTH) {
                    halves.add(new Canary(canary.bait(), canary.kind(), half.toString()));
                }
            }
        }
        return halves;
    }
}
