package io.mcpsf.sandbox.docker;

import io.mcpsf.linux.Machine;
import io.mcpsf.sandbox.SandboxSpec;

/** The gate and the pause for arm64, step by step as {@link ContainerGate} and {@link Pause}. */
final class ArmGate {

    private static final int CURRENT_FOLDER = -100;
    private static final int EXECUTABLE = 1;

    private ArmGate() {}

    static byte[] elf(
            SandboxSpec.Program program, ContainerGate.Duty duty, SandboxSpec.Listener listener) {
        var code = new ArmCode();
        if (duty == ContainerGate.Duty.SHARED_KERNEL) {
            code.call("unshare", ContainerGate.NEW_USER).jumpUnlessZero("no namespace");
        }
        switch (listener) {
            case SandboxSpec.Listener.Socket _ -> filter(code, true);
            case SandboxSpec.Listener.None _, SandboxSpec.Listener.Announced _ ->
                    filter(code, false);
            case SandboxSpec.Listener.Trace _, SandboxSpec.Listener.Told _ -> code.set(0, 0);
        }
        // Says the number of the listener, and waits for a byte.
        code.pushResult().set(0, 1).stackToSecondArgument().set(2, 1);
        code.call("write").jumpUnlessOne("no word");
        code.set(0, 0).stackToSecondArgument().set(2, 1);
        code.call("read").jumpUnlessOne("no word");
        if (duty == ContainerGate.Duty.SHARED_KERNEL) {
            dropCapabilities(code);
        }
        execute(code, program);
        code.label("no namespace").exit(ContainerGate.NO_NAMESPACE);
        code.label("no filter").exit(ContainerGate.NO_FILTER);
        code.label("no word").exit(ContainerGate.NO_WORD);
        return code.elf();
    }

    static byte[] pause() {
        var code = new ArmCode();
        int network = code.file().text(Pause.NETWORK);
        // The result is the first argument of the next call already.
        code.call("openat", CURRENT_FOLDER, network, 0, 0).jumpIfNegative("failed");
        code.set(1, Pause.NEW_NETWORK).call("setns").jumpUnlessZero("failed");
        code.label("sleep").call("ppoll", 0, 0, 0, 0, 0).jump("sleep");
        code.label("failed").exit(1);
        return code.elf();
    }

    private static void filter(ArmCode code, boolean supervised) {
        int at = ContainerGate.filter(code.file(), Machine.AARCH64, supervised);
        int flags = ContainerGate.flags(supervised);
        code.call("seccomp", ContainerGate.SET_FILTER, flags, at);
        code.jumpIfNegative("again").jump("filtered").label("again");
        int without = flags & ~ContainerGate.WAIT_KILLABLE;
        code.call("seccomp", ContainerGate.SET_FILTER, without, at).jumpIfNegative("no filter");
        code.label("filtered");
    }

    private static void dropCapabilities(ArmCode code) {
        code.keep(0).label("drop");
        code.set(0, ContainerGate.DROP_FROM_BOUNDING_SET).keptToSecondArgument();
        code.set(2, 0).set(3, 0).set(4, 0).call("prctl").countKept().jumpIfZero("drop");
    }

    private static void execute(ArmCode code, SandboxSpec.Program program) {
        int places = code.file().vector(ContainerGate.places(program));
        int argv = code.file().vector(program.argv());
        int env = code.file().vector(ContainerGate.environment(program));
        code.keep(places).label("next");
        code.nextToSecondArgument().jumpWithoutSecondArgument("no program");
        code.set(0, CURRENT_FOLDER).set(2, EXECUTABLE).call("faccessat").jumpUnlessZero("next");
        code.lastToFirstArgument().set(1, argv).set(2, env).call("execve").jump("next");
        code.label("no program").exit(ContainerGate.NO_PROGRAM);
    }
}
