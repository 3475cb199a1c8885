package io.mcpsf.sandbox.docker;

import io.mcpsf.linux.Machine;
import io.mcpsf.sandbox.CallPolicy;
import io.mcpsf.sandbox.SandboxSpec;
import io.mcpsf.sandbox.host.SeccompProgram;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The first program of a container: it does what an engine cannot be asked to do, waits for our
 * word, and becomes the sample. It moves into a user namespace of its own, puts our system call
 * filter on itself, says the number of the listener's descriptor on standard output, waits for one
 * byte on standard input, gives up what it may still do, and executes.
 *
 * <p>It fails closed: every step that does not succeed ends it. Nothing of the sample has run until
 * then, and nothing of the gate is left afterwards.
 */
final class ContainerGate {

    /** Codes by which it says at which step it ended; no program was executed. */
    static final int NO_NAMESPACE = 121;

    static final int NO_FILTER = 122;
    static final int NO_WORD = 123;
    static final int NO_PROGRAM = 127;

    private static final int WRITE = 1;
    private static final int READ = 0;
    private static final int ACCESS = 21;
    private static final int EXECVE = 59;
    private static final int UNSHARE = 272;
    private static final int SECCOMP = 317;

    static final int NEW_USER = 0x10000000;
    static final int SET_FILTER = 1;
    private static final int NEW_LISTENER = 8;
    static final int WAIT_KILLABLE = 32;
    static final int DROP_FROM_BOUNDING_SET = 24;

    private ContainerGate() {}

    /** What the gate does before it lets the sample in. */
    enum Duty {
        /** A user namespace of its own and our filter: for containers that share our kernel. */
        SHARED_KERNEL,
        /** Our filter alone, where the kernel gives no user namespace to a plain process. */
        NO_USER_NAMESPACE,
        /** No namespace: for containers with a kernel of their own. */
        OWN_KERNEL
    }

    static byte[] elf(SandboxSpec.Program program, Duty duty, SandboxSpec.Listener listener) {
        return elf(Machine.ours(), program, duty, listener);
    }

    static byte[] elf(
            Machine machine,
            SandboxSpec.Program program,
            Duty duty,
            SandboxSpec.Listener listener) {
        if ((listener instanceof SandboxSpec.Listener.Trace
                        || listener instanceof SandboxSpec.Listener.Told)
                && duty != Duty.OWN_KERNEL) {
            throw new IllegalArgumentException("the host's kernel tells nothing by itself");
        }
        return switch (machine) {
            case X86_64 -> x86(program, duty, listener);
            case AARCH64 -> ArmGate.elf(program, duty, listener);
        };
    }

    private static byte[] x86(
            SandboxSpec.Program program, Duty duty, SandboxSpec.Listener listener) {
        var code = new MachineCode();
        if (duty == Duty.SHARED_KERNEL) {
            code.call(UNSHARE, NEW_USER).testResult().jumpUnlessZero("no namespace");
        }
        switch (listener) {
            case SandboxSpec.Listener.Socket _ -> filter(code, true);
            case SandboxSpec.Listener.None _, SandboxSpec.Listener.Announced _ ->
                    filter(code, false);
            // What a filter refuses is not told: with such a witness the kernel itself refuses.
            case SandboxSpec.Listener.Trace _, SandboxSpec.Listener.Told _ ->
                    code.raw(0x31, 0xC0); // xor eax, eax
        }
        handshake(code);
        if (duty == Duty.SHARED_KERNEL) {
            dropCapabilities(code);
        }
        execute(code, program);
        code.label("no namespace").exit(NO_NAMESPACE);
        code.label("no filter").exit(NO_FILTER);
        code.label("no word").exit(NO_WORD);
        return code.elf();
    }

    private static void filter(MachineCode code, boolean supervised) {
        int at = filter(code.file(), Machine.X86_64, supervised);
        int flags = flags(supervised);
        code.call(SECCOMP, SET_FILTER, flags, at).testResult();
        code.jumpIfNegative("again").jump("filtered");
        // Kernels before 5.19 do not know that a listener may be waited for killably.
        code.label("again");
        code.call(SECCOMP, SET_FILTER, flags & ~WAIT_KILLABLE, at).testResult();
        code.jumpIfNegative("no filter");
        code.label("filtered");
    }

    /** Puts our filter into the data, as the kernel takes it, and returns its address. */
    static int filter(StaticElf file, Machine machine, boolean supervised) {
        byte[] program = new SeccompProgram(CallPolicy.of(machine), supervised).bytes();
        var description = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        description.putShort((short) (program.length / 8)).putShort((short) 0).putInt(0);
        description.putLong(file.data(program));
        return file.data(description.array());
    }

    static int flags(boolean supervised) {
        return supervised ? NEW_LISTENER | WAIT_KILLABLE : 0;
    }

    /** Says the number that is in eax, and waits for a byte. */
    private static void handshake(MachineCode code) {
        code.raw(0x50); // push rax
        code.raw(0x48, 0x89, 0xE6); // mov rsi, rsp
        code.rawWith(1, 0xBA).rawWith(1, 0xBF); // mov edx, 1; mov edi, 1
        code.call(WRITE).raw(0x83, 0xF8, 1).jumpUnlessZero("no word");
        code.raw(0x48, 0x89, 0xE6).rawWith(1, 0xBA).rawWith(0, 0xBF);
        code.call(READ).raw(0x83, 0xF8, 1).jumpUnlessZero("no word");
    }

    /** One after the other until the kernel knows no more. */
    private static void dropCapabilities(MachineCode code) {
        code.raw(0x31, 0xDB).label("drop"); // xor ebx, ebx
        code.raw(0x31, 0xD2, 0x45, 0x31, 0xD2, 0x45, 0x31, 0xC0); // edx, r10d, r8d = 0
        code.raw(0x89, 0xDE).rawWith(DROP_FROM_BOUNDING_SET, 0xBF); // mov esi, ebx
        code.call(157).raw(0xFF, 0xC3).testResult().jumpIfZero("drop"); // prctl; inc ebx
    }

    /** The first place that holds an executable file, as a shell would search. */
    private static void execute(MachineCode code, SandboxSpec.Program program) {
        int places = code.file().vector(places(program));
        int argv = code.file().vector(program.argv());
        int env = code.file().vector(environment(program));
        code.rawWith(places, 0xBB).label("next"); // mov ebx, places
        code.raw(0x48, 0x8B, 0x3B); // mov rdi, [rbx]
        code.raw(0x48, 0x83, 0xC3, 0x08); // add rbx, 8
        code.raw(0x48, 0x85, 0xFF).jumpIfZero("no program"); // test rdi, rdi
        code.rawWith(1, 0xBE).call(ACCESS).testResult().jumpUnlessZero("next");
        code.raw(0x48, 0x8B, 0x7B, 0xF8); // mov rdi, [rbx - 8]
        code.rawWith(argv, 0xBE).rawWith(env, 0xBA).call(EXECVE).jump("next");
        code.label("no program").exit(NO_PROGRAM);
    }

    static List<String> environment(SandboxSpec.Program program) {
        return program.env().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .toList();
    }

    static List<String> places(SandboxSpec.Program program) {
        String name = program.argv().getFirst();
        if (name.contains("/")) {
            return List.of(name);
        }
        List<String> places = new ArrayList<>();
        for (String folder : program.env().getOrDefault("PATH", "/usr/bin:/bin").split(":")) {
            places.add(folder.isEmpty() ? name : folder + "/" + name);
        }
        return places;
    }
}
