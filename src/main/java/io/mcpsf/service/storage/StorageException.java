package io.mcpsf.service.storage;

/** The database or the place of the files failed us. */
public final class StorageException extends RuntimeException {

    private static final String USUAL = "is the database there, and may we use it?";

    private final boolean passing;
    private final String next;

    public StorageException(String message, Throwable cause, boolean passing) {
        super(message, cause);
        this.passing = passing;
        this.next = USUAL;
    }

    public StorageException(String message) {
        super(message);
        this.passing = false;
        this.next = USUAL;
    }

    StorageException(String message, Throwable cause, String next) {
        super(message, cause);
        this.passing = false;
        this.next = next;
    }

    public StorageException(String message, Throwable cause) {
        this(message, cause, false);
    }

    /** The same words may work a moment later: it is down, or somebody was quicker. */
    public boolean passing() {
        return passing;
    }

    /** What whoever starts the service can do about it. */
    public String next() {
        return next;
    }
}
