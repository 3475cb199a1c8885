package io.mcpsf.run.request;

/** What was asked of a file in a session cannot be done, with the name of the system's error. */
public final class SessionFileException extends RuntimeException {

    private final String error;

    public SessionFileException(String error, String message) {
        super(message);
        this.error = error;
    }

    /** Such as {@code ENOENT}. */
    public String error() {
        return error;
    }
}
