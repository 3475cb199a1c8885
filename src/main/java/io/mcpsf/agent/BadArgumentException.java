package io.mcpsf.agent;

/** A call that cannot be made; the message is for the agent, and repeats nothing hostile. */
final class BadArgumentException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BadArgumentException(String message) {
        super(message);
    }
}
