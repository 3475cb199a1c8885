package io.mcpsf.model;

/** How bad a finding is if it is true. Ordered: later is worse. */
public enum Severity {
    INFO,
    LOW,
    MEDIUM,
    HIGH,
    CRITICAL
}
