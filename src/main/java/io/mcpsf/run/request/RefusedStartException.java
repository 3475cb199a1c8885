package io.mcpsf.run.request;

/** A policy forbids the start: what was asked, why it is refused, and what to do. */
public final class RefusedStartException extends RuntimeException {

    private final String why;
    private final String next;

    public RefusedStartException(String what, String why, String next) {
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
