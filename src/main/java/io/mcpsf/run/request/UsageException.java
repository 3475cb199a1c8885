package io.mcpsf.run.request;

/** The user has to do something else: what happened, why, and what to try next. */
public final class UsageException extends RuntimeException {

    private final String why;
    private final String next;

    public UsageException(String what, String why, String next) {
        super(what);
        this.why = why;
        this.next = next;
    }

    public String why() {
        return why;
    }

    public String next() {
        return next;
    }
}
