package io.mcpsf.store;

/** A case could not be kept or found; the message says which and why. */
public final class StoreException extends RuntimeException {

    public StoreException(String message) {
        super(message);
    }

    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
