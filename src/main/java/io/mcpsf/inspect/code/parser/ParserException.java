package io.mcpsf.inspect.code.parser;

/** There is no parser, or it is not what we built. The message says why. */
public final class ParserException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ParserException(String message) {
        super(message);
    }

    public ParserException(String message, Throwable cause) {
        super(message, cause);
    }
}
