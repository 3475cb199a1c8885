package io.mcpsf.sandbox.host;

/** Whose kernel a sandbox's program runs on, and so who counts its processes. */
public sealed interface Guest {

    /** The host's: its control group counts. {@code load} is to be run as time goes by. */
    record Shared(Runnable load) implements Guest {}

    /** One of its own. */
    record Gvisor(GvisorKernel kernel) implements Guest {}
}
