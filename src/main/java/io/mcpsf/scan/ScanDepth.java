package io.mcpsf.scan;

/** How thorough a scan is, from a look to a search. */
public enum ScanDepth {
    /** Which ports of the scope are open. */
    QUICK,
    /** And what listens there, in which version. */
    STANDARD,
    /** And every rule of every scanner. */
    DEEP;

    /** Whether services are asked for their name and version. */
    public boolean versions() {
        return this != QUICK;
    }
}
