package io.mcpsf.bait;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Recognises the secrets of decoys in any bytes: as they are, reversed, under a one-byte XOR, in
 * hex, base32 or base64 at every alignment, as numbers, percent-encoded, escaped, in UTF-16, in
 * gzip, zlib, deflate or zip, and in two layers of these. A part of 24 bytes of a long secret is
 * enough. Not seen: encryption, other compressions, and secrets mixed with other bytes.
 *
 * <p>The work for one search is bounded by the length of what is searched, whatever it holds. Safe
 * for use from many threads.
 */
public final class CanaryMatcher implements CanaryFinder {

    private final WindowIndex index;
    private final Queue<List<Wrapping>> idle = new ConcurrentLinkedQueue<>();

    public CanaryMatcher(Collection<Canary> canaries) {
        index = new WindowIndex(canaries);
    }

    /** Each bait whose secret is in there, once, with the simplest way in which it was wrapped. */
    @Override
    public List<Found> find(byte[] hostile) {
        List<Wrapping> wrappings = idle.poll();
        if (wrappings == null) {
            wrappings = wrappings();
        }
        try {
            return new Search(index, wrappings).run(hostile);
        } finally {
            idle.add(wrappings);
        }
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
        return new NameTrail(this);
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
                Escapes.backslash(),
                Escapes.entities(),
                new NumberLists(),
                new WideText(),
                new Compressed());
    }
}
