package io.mcpsf.acquire;

/** We could not get hold of what was to be assessed; the message says what stood in the way. */
public final class AcquireException extends RuntimeException {

    public AcquireException(String message) {
        super(message);
    }

    public AcquireException(String message, Throwable cause) {
        super(message, cause);
    }
}
