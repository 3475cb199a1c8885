package io.mcpsf.judge;

/** What a rule is about. Two weak signals only support each other when their families differ. */
public enum Family {
    CREDENTIALS,
    EXECUTION,
    PERSISTENCE,
    NETWORK,
    DISCOVERY,
    EVASION,
    ESCAPE,
    IMPACT,
    SUPPLY,
    MCP,
    /** Weaknesses of a project that its owner has scanned; no MCP server is judged by these. */
    PROJECT
}
