package io.mcpsf.inspect;

/** A command line that we cannot read as one program with its arguments. */
public final class BadCommandException extends RuntimeException {

    public BadCommandException(String message) {
        super(message);
    }
}
