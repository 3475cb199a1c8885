package io.mcpsf.inspect.code.parser;

/** A tree was walked more often than any honest one needs: it was made to wear its reader out. */
public final class TangledException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public TangledException(String message) {
        super(message);
    }
}
