package io.mcpsf.json;

/** Bytes that are not the JSON we were promised, or more of it than we read. */
public final class BadJsonException extends RuntimeException {

    public BadJsonException(String why) {
        super(why);
    }
}
