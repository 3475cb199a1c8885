package io.mcpsf.scan;

import java.time.Duration;

/** How thorough a scan is, from a look to a search. */
public enum ScanDepth {
    /** Which ports of the scope are open. */
    QUICK(5),
    /** And what listens there, in which version. */
    STANDARD(20),
    /** And every rule of every scanner. */
    DEEP(120);

    private final int minutes;

    ScanDepth(int minutes) {
        this.minutes = minutes;
    }

    /** What one scanner may take. */
    public Duration atMost() {
        return Duration.ofMinutes(minutes);
    }

    /** Whether services are asked for their name and version. */
    public boolean versions() {
        return this != QUICK;
    }
}
