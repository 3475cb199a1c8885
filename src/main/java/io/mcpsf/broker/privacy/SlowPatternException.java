package io.mcpsf.broker.privacy;

/** A pattern of the user's takes too long on a text, so that nothing of the text may pass. */
public final class SlowPatternException extends RuntimeException {

    SlowPatternException() {
        super("a pattern of the policy takes too long");
    }
}
