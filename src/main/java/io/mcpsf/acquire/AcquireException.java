package io.mcpsf.acquire;

/** We could not get hold of what was to be assessed: what, why, and what the user can do. */
public class AcquireException extends RuntimeException {

    private final String what;
    private final String why;
    private final String next;

    public AcquireException(String what, String why, String next) {
        super(sentence(what, why, next));
        this.what = what;
        this.why = why;
        this.next = next;
    }

    public AcquireException(String what, String why, String next, Throwable cause) {
        super(sentence(what, why, next), cause);
        this.what = what;
        this.why = why;
        this.next = next;
    }

    private static String sentence(String what, String why, String next) {
        return what + ": " + why + (next.isEmpty() ? "" : ". " + next);
    }

    /** What we tried. */
    public String what() {
        return what;
    }

    /** What stood in the way. */
    public String why() {
        return why;
    }

    /** What to do about it; empty when there is nothing to say. */
    public String next() {
        return next;
    }
}
