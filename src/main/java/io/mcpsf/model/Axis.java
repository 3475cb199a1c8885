package io.mcpsf.model;

/** Which question a finding answers: what the server did, or what could be done through it. */
public enum Axis {
    MALICE,
    EXPOSURE
}
