package io.mcpsf.sandbox.docker;

import io.mcpsf.sandbox.host.GvisorKernel;

/** Whose kernel the program in a container runs on. */
sealed interface Kernel {

    /** The host's. */
    record Shared() implements Kernel {}

    /** One of its own. */
    record Own(GvisorKernel gvisor) implements Kernel {}
}
