package io.mcpsf.service.kubernetes;

/** What a pod brings is not taken; the message is for its log. */
final class RefusedHandBackException extends RuntimeException {

    private final int status;

    RefusedHandBackException(String why) {
        this(409, why);
    }

    private RefusedHandBackException(int status, String why) {
        super(why);
        this.status = status;
    }

    static RefusedHandBackException stranger() {
        return new RefusedHandBackException(401, "this token is not valid, or no longer");
    }

    int status() {
        return status;
    }
}
