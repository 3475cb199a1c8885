package io.mcpsf.observe.notify;

import io.mcpsf.linux.CallNames;
import io.mcpsf.linux.ErrnoException;
import io.mcpsf.linux.Machine;
import io.mcpsf.model.ProcessObservation.CallRefused;
import io.mcpsf.model.Sense;
import io.mcpsf.observe.Hostile;
import io.mcpsf.observe.SocketAddress;

/** Words for the calls that are refused. */
final class Refusals {

    private static final int LONGEST = 256;

    /** All flags that ask for a namespace of one's own. */
    private static final long NAMESPACES = 0x7E020080L;

    private Refusals() {}

    static void see(Trap trap, int architecture, int number) {
        Machine ours = Machine.ours();
        String machine = ours.caller(architecture, number);
        if (!machine.equals(ours.label())) {
            trap.saw(
                    Sense.SYSCALLS,
                    new CallRefused(
                            "foreign call", machine + " call " + ours.plain(number), machine));
            return;
        }
        String call = CallNames.ours().name(number);
        if (call.equals("clone3") && (trap.word(trap.argument(0)) & NAMESPACES) == 0) {
            // How libraries start every thread before they fall back: nothing to tell.
            return;
        }
        trap.saw(Sense.SYSCALLS, new CallRefused(call, detail(trap, call), machine));
    }

    private static String detail(Trap trap, String call) {
        return switch (call) {
            case "mount" -> text(trap, 0) + " on " + text(trap, 1) + " type " + text(trap, 2);
            case "umount2", "chroot", "swapon", "swapoff", "acct", "sethostname" -> text(trap, 0);
            case "pivot_root" -> text(trap, 0) + " " + text(trap, 1);
            case "open_tree", "fspick", "mount_setattr", "mknodat", "move_mount" -> text(trap, 1);
            case "mknod" -> text(trap, 0) + " mode %o".formatted(trap.small(1));
            case "fsopen" -> text(trap, 0);
            case "clone3" -> "flags 0x%x".formatted(trap.word(trap.argument(0)));
            case "ioctl" -> "request 0x%x".formatted(trap.small(1));
            case "unshare", "clone" -> "flags 0x%x".formatted(trap.argument(0));
            case "setns" -> "type 0x%x".formatted(trap.small(1));
            case "ptrace" -> "request %d of process %d".formatted(trap.argument(0), trap.small(1));
            case "process_vm_readv", "process_vm_writev", "pidfd_getfd" ->
                    "process " + trap.small(0);
            case "socket" ->
                    "%s type %d protocol %d"
                            .formatted(
                                    SocketAddress.name(trap.small(0)),
                                    trap.small(1) & 0xF,
                                    trap.small(2));
            case "bpf", "keyctl", "syslog", "prctl", "personality", "io_uring_setup" ->
                    "argument 0x%x".formatted(trap.argument(0));
            case "setuid", "setgid", "setfsuid", "setfsgid" -> "to " + trap.small(0);
            case "setreuid", "setregid" -> "to " + trap.small(0) + " " + trap.small(1);
            case "setresuid", "setresgid" ->
                    "to " + trap.small(0) + " " + trap.small(1) + " " + trap.small(2);
            default -> "";
        };
    }

    private static String text(Trap trap, int argument) {
        if (trap.argument(argument) == 0) {
            return "nothing";
        }
        try {
            return Hostile.text(trap.string(trap.argument(argument), LONGEST));
        } catch (ErrnoException unreadable) {
            return "unreadable";
        }
    }
}
