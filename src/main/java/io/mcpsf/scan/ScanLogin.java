package io.mcpsf.scan;

/**
 * A header by which a scanner is let in. {@code value} holds the stand-in of a secret, never the
 * secret: that is put in on the way to the scope.
 */
public record ScanLogin(String header, String value) {

    /** Nobody logs in. */
    public static final ScanLogin NONE = new ScanLogin("", "");
}
