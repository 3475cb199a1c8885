package io.mcpsf.exec;

import io.mcpsf.model.Severity;

/** What the scan before the start found in one line of the code; {@code rule} is an act's name. */
public record ScanFinding(
        Severity severity, String rule, int line, String message, boolean allowed) {

    /** Whether the code is not started because of it. */
    public boolean refuses() {
        return severity.compareTo(Severity.HIGH) >= 0 && !allowed;
    }

    /** The same, let pass. */
    public ScanFinding allow() {
        return new ScanFinding(severity, rule, line, message, true);
    }
}
