package io.mcpsf.observe.seccheck;

/** Bytes that are no message. */
final class BadMessageException extends Exception {

    BadMessageException(String message) {
        super(message);
    }
}
