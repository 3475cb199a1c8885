package io.mcpsf.service.kubernetes;

/** The API server refused or could not be reached; {@code status} is 0 when there was no answer. */
public final class KubernetesException extends RuntimeException {

    private final int status;
    private final String reason;

    /** {@code reason} is the one word that the server has for it, such as AlreadyExists. */
    KubernetesException(int status, String reason, String what) {
        super(what);
        this.status = status;
        this.reason = reason;
    }

    KubernetesException(String what, Throwable cause) {
        super(what, cause);
        this.status = 0;
        this.reason = "";
    }

    public int status() {
        return status;
    }

    /** That name is taken, by ourselves, for nobody else draws it. */
    boolean there() {
        return status == 409 && reason.equals("AlreadyExists");
    }

    /** The same may work in a moment: it is busy, away, or two of us counted at once. */
    boolean passing() {
        return status == 0
                || status == 429
                || status >= 500
                || (status == 409 && reason.equals("Conflict"));
    }

    /** There is no room now, and there may be some later. */
    boolean full() {
        return status == 403 && String.valueOf(getMessage()).contains("exceeded quota");
    }
}
