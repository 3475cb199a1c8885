package io.mcpsf.interrogate.llm;

/** The user's words about a model can't be followed; the message says why. */
public final class BadModelException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BadModelException(String message) {
        super(message);
    }

    BadModelException(String message, Throwable cause) {
        super(message, cause);
    }
}
