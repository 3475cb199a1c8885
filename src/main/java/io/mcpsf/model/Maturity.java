package io.mcpsf.model;

/** How far a rule is trusted: a trial rule is shown and never decides. */
public enum Maturity {
    TRIAL,
    STABLE
}
