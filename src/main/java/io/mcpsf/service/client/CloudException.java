package io.mcpsf.service.client;

/** The service could not or would not; in three parts, as everything that goes wrong. */
public final class CloudException extends RuntimeException {

    private final String why;
    private final String next;

    CloudException(String what, String why, String next) {
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
