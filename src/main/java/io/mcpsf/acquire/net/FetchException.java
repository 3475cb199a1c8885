package io.mcpsf.acquire.net;

/** An address could not be read; the message says why, in words fit for the user. */
public final class FetchException extends RuntimeException {

    private final int status;

    public FetchException(String message, int status) {
        super(message);
        this.status = status;
    }

    public FetchException(String message, Throwable cause) {
        super(message, cause);
        this.status = 0;
    }

    /** What the server answered, or 0 when it did not answer. */
    public int status() {
        return status;
    }
}
