package io.mcpsf.model;

/** Where the evidence of a finding comes from. */
public enum Proof {
    KERNEL,
    NETWORK,
    PROTOCOL,
    STATIC
}
