package io.mcpsf.service.storage;

/** The database or the place of the files failed us. */
public final class StorageException extends RuntimeException {

    private final boolean passing;

    public StorageException(String message, Throwable cause, boolean passing) {
        super(message, cause);
        this.passing = passing;
    }

    public StorageException(String message) {
        super(message);
        this.passing = false;
    }

    public StorageException(String message, Throwable cause) {
        this(message, cause, false);
    }

    /** The same words may work a moment later: it is down, or somebody was quicker. */
    public boolean passing() {
        return passing;
    }
}
