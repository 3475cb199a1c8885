package io.mcpsf.observe.notify;

/** Reads one kind of system call. */
@FunctionalInterface
interface Handler {

    /** Notes what the call asks for in the trap. Throws ErrnoException when memory is not there. */
    void see(Trap trap);
}
