package io.mcpsf.judge;

/** A rule file that can't be used; the message names the file and the spot. */
public final class BadRuleException extends RuntimeException {
    public BadRuleException(String message) {
        super(message);
    }

    public BadRuleException(String message, Throwable cause) {
        super(message, cause);
    }
}
