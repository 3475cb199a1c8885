package io.mcpsf.broker;

/** Secrets that cannot be kept or opened; the message holds no value. */
public final class VaultException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public VaultException(String message) {
        super(message);
    }

    public VaultException(String message, Throwable cause) {
        super(message, cause);
    }
}
