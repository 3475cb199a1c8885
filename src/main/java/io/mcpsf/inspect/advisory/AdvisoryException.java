package io.mcpsf.inspect.advisory;

/** Advisories could not be read, kept or asked for. Its message is one line for people. */
public final class AdvisoryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public AdvisoryException(String message) {
        super(message);
    }

    public AdvisoryException(String message, Throwable cause) {
        super(message, cause);
    }
}
