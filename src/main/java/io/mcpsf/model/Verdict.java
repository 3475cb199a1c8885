package io.mcpsf.model;

/** What we conclude. There is no "safe": the best a server can get is that nothing was seen. */
public enum Verdict {
    MALICIOUS,
    SUSPICIOUS,
    /** No malice seen, but it can be exploited or is vulnerable. */
    RISKY,
    NOTHING_SEEN,
    INCONCLUSIVE
}
