package io.mcpsf.run.request;

/** What sees the system calls of a server that is used, as {@code --sensor} says. */
public enum SensorChoice {
    /** What tells most here: calls are told before they go on, wherever that can be had. */
    AUTO,
    /** A program in the kernel: calls are told after they were made, and cost less. */
    EBPF
}
