package io.mcpsf.model;

/**
 * One way of seeing. A rule names the senses it needs; a blind one means "not evaluated", never
 * silence.
 */
public enum Sense {
    /** Execs and what is done to other processes. */
    PROCESSES,
    /** Opens, deletes, renames, links and modes, as they are asked for. */
    FILES,
    /** Connects, binds and sends, as they are asked for. */
    SOCKETS,
    /** Calls that reach for the kernel itself: mounts, namespaces, tracing, credentials. */
    SYSCALLS,
    /** What is different on disk afterwards. */
    FILE_CHANGES,
    /** Cpu, memory and process counts. */
    RESOURCES,
    /** What crosses the MCP wire. */
    PROTOCOL,
    /** What crosses the sandbox's network: names, connections, requests, packets. */
    NETWORK,
    /** The packages that were installed, and what they and their registry say about themselves. */
    PACKAGES,
    /** What others have published about those packages: vulnerabilities, known malice. */
    ADVISORIES,
    /** The code of the packages, read on syntax trees. */
    CODE
}
