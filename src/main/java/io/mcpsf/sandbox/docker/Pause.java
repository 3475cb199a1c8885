package io.mcpsf.sandbox.docker;

import io.mcpsf.linux.Machine;

/**
 * The only program of a pause container: it moves from the empty network that the engine gave it
 * into the one that was prepared, and sleeps. An engine can join a container's network but not one
 * that somebody else has made; containers that join this one get the prepared network.
 */
final class Pause {

    /** Where the prepared network is shown to it. */
    static final String NETWORK = "/ns";

    private static final int PAUSE = 34;
    private static final int OPEN = 2;
    private static final int SETNS = 308;
    static final int NEW_NETWORK = 0x40000000;

    private Pause() {}

    static byte[] elf() {
        return elf(Machine.ours());
    }

    static byte[] elf(Machine machine) {
        return switch (machine) {
            case X86_64 -> x86();
            case AARCH64 -> ArmGate.pause();
        };
    }

    private static byte[] x86() {
        var code = new MachineCode();
        code.call(OPEN, code.file().text(NETWORK), 0, 0).testResult().jumpIfNegative("failed");
        code.raw(0x89, 0xC7); // mov edi, eax
        code.rawWith(NEW_NETWORK, 0xBE).call(SETNS).testResult().jumpUnlessZero("failed");
        code.label("sleep").call(PAUSE).jump("sleep");
        code.label("failed").exit(1);
        return code.elf();
    }
}
