package io.mcpsf.model;

/**
 * One kind of sensor. A rule names those it needs; if one was blind the rule is "not evaluated",
 * never silently passed.
 */
public enum Sense {
    /** Execs, and actions on other processes. */
    PROCESSES,
    /** Opens, deletes, renames, links and modes, as system calls. */
    FILES,
    /** Connects, binds and sends, as system calls. */
    SOCKETS,
    /** Calls that target the kernel: mounts, namespaces, tracing, credentials. */
    SYSCALLS,
    /** Differences on disk after the run. */
    FILE_CHANGES,
    /** CPU, memory and process counts. */
    RESOURCES,
    /** The MCP traffic. */
    PROTOCOL,
    /** The sandbox's network traffic: names, connections, requests, packets. */
    NETWORK,
    /** The installed packages, with their own and their registry's metadata. */
    PACKAGES,
    /** Published advisories about those packages: vulnerabilities, known malware. */
    ADVISORIES,
    /** The code of the packages, parsed into syntax trees. */
    CODE
}
