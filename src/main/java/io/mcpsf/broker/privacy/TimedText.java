package io.mcpsf.broker.privacy;

import java.time.Duration;

/** A text that a pattern may look at for a second: somebody's pattern can need years for one. */
final class TimedText implements CharSequence {

    private static final long ALLOWED = Duration.ofSeconds(1).toNanos();

    private final CharSequence text;
    private final long begin;
    private int looks;

    TimedText(CharSequence text) {
        this(text, System.nanoTime());
    }

    private TimedText(CharSequence text, long begin) {
        this.text = text;
        this.begin = begin;
    }

    @Override
    public char charAt(int index) {
        if (++looks % 4096 == 0 && System.nanoTime() - begin > ALLOWED) {
            throw new SlowPatternException();
        }
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return new TimedText(text.subSequence(start, end), begin);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
