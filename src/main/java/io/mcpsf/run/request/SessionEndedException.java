package io.mcpsf.run.request;

/** The session is over, or does not answer any more. */
public final class SessionEndedException extends RuntimeException {

    public SessionEndedException(String message) {
        super(message);
    }
}
