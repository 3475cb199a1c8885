package io.mcpsf.boundary;

/** The boundary could not be built or kept up: our fault or the machine's, never the sample's. */
public final class BoundaryException extends RuntimeException {

    public BoundaryException(String what) {
        super(what);
    }

    public BoundaryException(String what, Throwable cause) {
        super(what, cause);
    }
}
