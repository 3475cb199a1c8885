package io.mcpsf.source;

/** The user's word for a source is none that we can assess; the message says what to do. */
public final class BadSourceException extends RuntimeException {

    public BadSourceException(String message) {
        super(message);
    }
}
