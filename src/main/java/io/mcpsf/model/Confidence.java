package io.mcpsf.model;

/**
 * How sure a finding is. Ordered: later is surer. PROVEN means that no innocent reading is left.
 */
public enum Confidence {
    WEAK,
    LIKELY,
    PROVEN
}
