package io.mcpsf.sandbox;

/**
 * We could not start or hold a sandbox: trouble in our machinery or this host, never the sample's
 * doing.
 */
public final class ExecutorException extends RuntimeException {

    public ExecutorException(String message) {
        super(message);
    }

    public ExecutorException(String message, Throwable cause) {
        super(message, cause);
    }
}
